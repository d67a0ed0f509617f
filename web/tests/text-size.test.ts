// The sizes of texts in the dice tray and on the main button.

import assert from "node:assert/strict";
import { test } from "node:test";

import { barSize, sizeOf } from "../src/play/text-size";

void test("a question and a short sentence have the usual size", () => {
  assert.equal(sizeOf("Everybody: cross out 8 in one row, or pass", ""), "");
  assert.equal(sizeOf("Roll the dice", "Mila crosses out red 7 · Bruno passes"), "");
});

void test("more text is set smaller, step by step", () => {
  assert.equal(sizeOf("q".repeat(50), "n".repeat(86)), "small-news", "first the news");
  assert.equal(sizeOf("q".repeat(50), "n".repeat(96)), "smaller-news");
  assert.equal(sizeOf("q".repeat(60), "n".repeat(40)), "long", "then the question, too");
  assert.equal(sizeOf("q".repeat(60), "n".repeat(110)), "longer");
  assert.equal(sizeOf("q".repeat(300), "n".repeat(300)), "longer");
});

void test("the main button sets its text smaller before it needs a third line", () => {
  assert.equal(barSize("Cross out yellow 12", "skips 3 numbers"), "");
  assert.equal(barSize("Move to yellow\u00a012 (+18)", ""), "");
  assert.equal(barSize("m".repeat(38), ""), "");
  assert.equal(barSize("m".repeat(38), "", true), "long", "beside a wide button");
  assert.equal(barSize("Move to yellow\u00a012 (+18)", "already crossed out · penalty, −5"), "long");
  assert.equal(barSize("m".repeat(60), "starts the final round"), "longer");
  const greek = "Πήγαινε στο τετράγωνο 2 (μπλε\u00a012,\u00a0+1)";
  assert.equal(barSize(greek, ""), "long", "what stays together goes to the next line");
});
