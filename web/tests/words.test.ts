// Sentences about choices.

import assert from "node:assert/strict";
import { test } from "node:test";

import { load, loadMore } from "../src/i18n.svelte";
import type { Decision, Offer, Variant } from "../src/protocol";
import { offerNews, unnamedBest } from "../src/table/words";
import { browser } from "./browser";

const VARIANT = {} as Variant; // only boards need one
const option = (number: number) => ({
  choice: { type: "cross", seat: 0, row: 0, number } as const,
  win: 0.5,
  score: 30,
  loss: 0,
  error: 0,
});
const decision = (loss: number): Decision => ({
  ply: 1,
  turn: 1,
  action: 1,
  seat: 0,
  position: "",
  choice: { type: "pass", seat: 0 },
  options: [option(5)],
  loss,
  verdict: "mistake",
});

// While the module loads, because the server that reads the catalogues closes after the last module.
browser();
await load("en");
await loadMore("screens");

test("the best choice is named once", () => {
  assert.equal(unnamedBest(VARIANT, decision(2), ""), "red 5");
  assert.equal(unnamedBest(VARIANT, decision(2), "Better to wait."), "red 5");
  assert.equal(unnamedBest(VARIANT, decision(2), "Better: red 5."), "");
});

test("the best choice is not named again if it was made", () => {
  assert.equal(unnamedBest(VARIANT, decision(0), ""), "");
});

test("spaces that cost a penalty are explained, but not a pass that costs one", () => {
  const variant = { penalty_points: 5 } as Variant;
  const pass = { choice: { type: "pass", seat: 0 }, penalty: true } as Offer;
  const move = { choice: { type: "move", seat: 0, space: 3 }, crosses: true } as Offer;
  const costs = { choice: { type: "move", seat: 0, space: 4 }, penalty: true } as Offer;
  assert.equal(offerNews(variant, [pass, move], 7), "");
  assert.match(offerNews(variant, [pass, move, costs], 7), /^Spaces marked −5 give no cross/);
});

test("a lucky roll names what else may be crossed out", () => {
  const lucky = { choice: { type: "cross", seat: 0, row: 0, number: 9 }, lucky: true } as Offer;
  assert.match(offerNews(VARIANT, [lucky], 7), /^Or cross out red\u00a09: lucky 7,/);
});
