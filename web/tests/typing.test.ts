// Typed dice.

import assert from "node:assert/strict";
import { test } from "node:test";

import { diceInPlay, entryOf, erased, nothingTyped, rollOf, typed } from "../src/table/typing";

const type = (digits: string, entry = nothingTyped([])) => [...digits].map(Number).reduce(typed, entry);

void test("the dice of closed rows are not typed", () => {
  assert.deepEqual(diceInPlay([]), [undefined, undefined, 0, 1, 2, 3]);
  assert.deepEqual(diceInPlay([1]), [undefined, undefined, 0, 2, 3]);
});

void test("typed values become a roll, with 0 for what is missing", () => {
  assert.deepEqual(rollOf(type("345", nothingTyped([1])), [1]), { white: [3, 4], colours: [5, null, 0, 0] });
  assert.deepEqual(rollOf(type("123456"), []), { white: [1, 2], colours: [3, 4, 5, 6] });
  assert.deepEqual(rollOf(nothingTyped([]), []), { white: [0, 0], colours: [0, 0, 0, 0] });
});

void test("after the last die a number changes nothing", () => {
  assert.deepEqual(type("1234561"), { values: [1, 2, 3, 4, 5, 6], next: undefined });
});

void test("a roll is corrected die by die", () => {
  const entry = entryOf({ white: [3, 4], colours: [1, null, 5, 6] });
  assert.deepEqual(entry, { values: [3, 4, 1, 5, 6], next: undefined });
  assert.deepEqual(typed({ ...entry, next: 2 }, 2), { values: [3, 4, 2, 5, 6], next: undefined });
});

void test("a die that was left out is typed before the roll is complete", () => {
  assert.deepEqual(typed({ values: [0, 4, 1, 0, 0, 0], next: 3 }, 2).next, 4);
  assert.deepEqual(typed({ values: [0, 4, 1, 5, 6, 0], next: 5 }, 2).next, 0);
});

void test("the chosen die is erased, or the last one before it", () => {
  assert.deepEqual(erased(type("34")), { values: [3, 0, 0, 0, 0, 0], next: 1 });
  assert.deepEqual(erased(type("123456")), { values: [1, 2, 3, 4, 5, 0], next: 5 });
  assert.deepEqual(erased({ ...type("123456"), next: 1 }), { values: [1, 0, 3, 4, 5, 6], next: 1 });
  assert.deepEqual(erased(nothingTyped([])), nothingTyped([]));
});
