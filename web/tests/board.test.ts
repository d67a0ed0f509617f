// The board of On Board and a sheet.

import assert from "node:assert/strict";
import { test } from "node:test";

import { crossedSpaces, roadOf, stripOf } from "../src/pieces/board";
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

void test("the road turns at the end of each line and leaves the last space", () => {
  assert.equal(roadOf(3, 8), "M.5-.2V.5H2.5v.7");
  assert.equal(roadOf(8, 4), "M.5-.2V.5H3.5C4 0.5 4 1.5 3.5 1.5H0.5v.7");
  assert.equal(roadOf(6, 4), "M.5-.2V.5H3.5C4 0.5 4 1.5 3.5 1.5H2.5v.7");
});

void test("the strip begins behind the pawn, and shows all that the pawn can reach", () => {
  assert.deepEqual(stripOf(40, 0, 3), [0, 1, 2, 3, 4, 5, 6, 7], "the start");
  assert.deepEqual(stripOf(40, 7, 1), [7, 8, 9, 10, 11, 12]);
  assert.deepEqual(stripOf(40, 7, 4).at(-1), 15, "over the pawns of three others");
  assert.deepEqual(stripOf(40, 40, 3), [33, 34, 35, 36, 37, 38, 39, 40], "the goal");
  assert.deepEqual(stripOf(4, 2, 3), [0, 1, 2, 3, 4], "a board that is shorter than the strip");
});
