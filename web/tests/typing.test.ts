// Typed dice.

import assert from "node:assert/strict";
import { test } from "node:test";

import { diceInPlay, rollOf } from "../src/table/typing";

void test("the dice of closed rows are not typed", () => {
  assert.deepEqual(diceInPlay([]), [undefined, undefined, 0, 1, 2, 3]);
  assert.deepEqual(diceInPlay([1]), [undefined, undefined, 0, 2, 3]);
});

void test("typed values become a roll, with 0 for what is missing", () => {
  assert.deepEqual(rollOf([3, 4, 5], [1]), { white: [3, 4], colours: [5, null, 0, 0] });
  assert.deepEqual(rollOf([1, 2, 3, 4, 5, 6], []), { white: [1, 2], colours: [3, 4, 5, 6] });
  assert.deepEqual(rollOf([], []), { white: [0, 0], colours: [0, 0, 0, 0] });
});
