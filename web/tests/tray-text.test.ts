// The size of the text in the dice tray.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sizeOf } from "../src/tray-text";

void test("a question and a short sentence have the usual size", () => {
  assert.equal(sizeOf("Everybody: cross out 8 in one row, or pass", ""), "");
  assert.equal(sizeOf("Roll the dice", "Mila crosses out red 7 · Bruno passes"), "");
});

void test("more text is set smaller, step by step", () => {
  assert.equal(sizeOf("q".repeat(60), "n".repeat(40)), "long");
  assert.equal(sizeOf("q".repeat(60), "n".repeat(110)), "longer");
  assert.equal(sizeOf("q".repeat(300), "n".repeat(300)), "longer");
});
