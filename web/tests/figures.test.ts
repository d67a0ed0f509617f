// The coach's numbers: signs, units, and which losses count as none.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { adjusted, amount, cost, difference, isAsGood, isBest, percent } from "../src/coach/figures";
import { load, loadMore } from "../src/i18n.svelte";
import type { Option } from "../src/protocol";
import { browser } from "./browser";

const option = (loss: number, error: number): Option => ({
  choice: { type: "pass", seat: 0 },
  win: 0.5,
  score: 30,
  loss,
  error,
});

before(async () => {
  browser();
  await load("en");
  await loadMore("coach");
  await loadMore("screens");
});

test("a loss within two standard errors is as good as the best", () => {
  assert.ok(isBest(option(0, 1)));
  assert.ok(!isAsGood(option(0, 1)));
  assert.ok(isAsGood(option(2, 1)));
  assert.ok(!isAsGood(option(2.01, 1)));
  assert.ok(!isAsGood(option(0.1, 0)));
});

test("differences have a sign, and nothing has none", () => {
  assert.equal(difference("points", 1.25), "+1.3");
  assert.equal(difference("points", -1.25), "−1.3");
  assert.equal(difference("points", 0.04), "0.0");
  assert.equal(difference("win", 0.0004), amount("win", 0));
});

test("shares are percentages with the sign in front", () => {
  assert.equal(percent(0.5), "50%");
  assert.equal(percent(-0.5), "−\u206050%");
});

test("adjusted for luck, a share is one that is possible, and points are what they are", () => {
  assert.equal(adjusted("win", 1.078), "100.0%");
  assert.equal(adjusted("win", -0.118), "0.0%");
  assert.equal(adjusted("win", 0.04), "4.0%");
  assert.equal(adjusted("points", 107.8), "107.8");
  assert.equal(adjusted("points", -3.2), "−3.2");
});

test("a cost in points has the plural form of its number", () => {
  assert.equal(cost("points", 1), "−1 point");
  assert.equal(cost("points", 2.5), "−2.5 points");
});
