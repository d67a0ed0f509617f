// Players with the same name.

import assert from "node:assert/strict";
import { test } from "node:test";

import { numbered } from "../src/namesakes";

test("equal names get the number of their seat", () => {
  assert.deepEqual(numbered(["Ann", "Leo", "Mia", "Leo"]), ["Ann", "Leo 2", "Mia", "Leo 4"]);
});

test("free seats have no name and get no number", () => {
  assert.deepEqual(numbered(["Ann", "", ""]), ["Ann", "", ""]);
});
