// Keyboard shortcuts on keyboards of other scripts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { letterOf } from "../src/keys";

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
