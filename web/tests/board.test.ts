// The board of On Board and a sheet.

import assert from "node:assert/strict";
import { test } from "node:test";

import { crossedSpaces } from "../src/board";
import type { Variant } from "../src/protocol";

void test("a space is marked if the sheet has its number crossed out in the row of its colour", () => {
  const rows = [
    [{ number: 2 }, { number: 3 }, { number: 4 }],
    [{ number: 4 }, { number: 3 }, { number: 2 }],
  ];
  const spaces = [
    { row: 0, number: 2, points: 1 },
    { row: 0, number: 3, points: 2 },
    { row: 1, number: 2, points: 3 },
    { row: 1, number: 3, points: 4 },
  ];
  const variant = { board: { spaces }, rows } as unknown as Variant;
  const sheet = { rows: [0b010, 0b100], penalties: 0, pawn: 0 };
  assert.deepEqual(crossedSpaces(variant, sheet), [false, true, true, false]);
  assert.deepEqual(crossedSpaces(variant, undefined), [false, false, false, false]);
});
