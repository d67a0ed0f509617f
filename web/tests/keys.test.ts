// Keyboard shortcuts, also on keyboards of other scripts.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Offer } from "../src/protocol";
import { browser, storage } from "./browser";

browser();
storage();
const { digitOf, letterOf, wishOf } = await import("../src/play/keys");
const { settings } = await import("../src/settings.svelte");

const LETTERS = { R: "roll", P: "pass", H: "hint", C: "chat", O: "menu", M: "mute" };
const OTHERS = { "?": "help", Enter: "confirm", Escape: "take-back", "3": 3, "0": undefined, x: undefined };
const ARROWS = { ArrowRight: "next", ArrowDown: "next", ArrowLeft: "previous", ArrowUp: "previous" };

/** A key press; `within`: the element that has the focus. */
const press = (key: string, more: object = {}, within = ""): KeyboardEvent => {
  const code = /[A-Z]/i.test(key) && key.length === 1 ? `Key${key.toUpperCase()}` : key;
  const target = { closest: (elements: string) => (elements.split(", ").includes(within) ? {} : null) };
  return { key, code, target, ...more } as unknown as KeyboardEvent;
};

void test("a letter is the one that was typed", () => {
  assert.equal(letterOf({ key: "R", code: "KeyR" }), "r");
  assert.equal(letterOf({ key: "a", code: "KeyQ" }), "a", "also on a French keyboard");
});

void test("on a Greek or Ukrainian keyboard the key counts", () => {
  assert.equal(letterOf({ key: "ρ", code: "KeyR" }), "r");
  assert.equal(letterOf({ key: "З", code: "KeyP" }), "p");
});

void test("other keys have no letter", () => {
  assert.equal(letterOf({ key: "Enter", code: "Enter" }), "");
  assert.equal(letterOf({ key: "5", code: "Digit5" }), "");
});

void test("each key has its meaning at the table", () => {
  for (const [key, wish] of Object.entries(LETTERS)) {
    assert.equal(wishOf(press(key)), wish);
    assert.equal(wishOf(press(key.toLowerCase())), wish);
  }
  for (const [key, wish] of Object.entries({ ...OTHERS, ...ARROWS })) assert.equal(wishOf(press(key)), wish);
});

void test("a key is no shortcut while somebody types, with a modifier, held down, or where they are off", () => {
  for (const field of ["input", "textarea", "select", "dialog"])
    assert.equal(wishOf(press("h", {}, field)), undefined, field);
  assert.equal(wishOf(press("h", {}, "button")), "hint");
  for (const held of ["ctrlKey", "metaKey", "altKey", "repeat"])
    assert.equal(wishOf(press("o", { [held]: true })), undefined, held);
  settings.keys = false;
  assert.equal(wishOf(press("Escape")), undefined);
  settings.keys = true;
});

void test("a cell has the digit that picks its choice, as far as there are digits", () => {
  const crosses = Array.from({ length: 11 }, (_, n) => ({
    type: "cross",
    seat: 0,
    row: n % 4,
    number: n + 2,
  }));
  const offers = [{ type: "pass", seat: 0 }, ...crosses].map((choice) => ({ choice }) as Offer);
  assert.equal(digitOf(offers, offers[0]), undefined, "P passes");
  assert.equal(digitOf(offers, offers[1]), 1);
  assert.equal(digitOf(offers, offers[9]), 9);
  assert.equal(digitOf(offers, offers[10]), undefined, "the tenth choice");
  assert.equal(digitOf(offers, undefined), undefined, "a cell that is not offered");
  settings.keys = false;
  assert.equal(digitOf(offers, offers[1]), undefined);
  settings.keys = true;
});
