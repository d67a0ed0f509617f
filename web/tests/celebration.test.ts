// Which results are celebrated.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isCelebrated } from "../src/result/celebration";

test("a victory is celebrated, even one by the penalties of another", () => {
  assert.ok(isCelebrated({ cause: "rows", scores: [50, 40] }, true));
  assert.ok(isCelebrated({ cause: "penalties", scores: [50, -20] }, true));
  assert.ok(!isCelebrated({ cause: "rows", scores: [40, 50] }, false));
});

test("a game alone is celebrated if it has points and the penalties did not end it", () => {
  assert.ok(isCelebrated({ cause: "rows", scores: [80] }, false));
  assert.ok(!isCelebrated({ cause: "penalties", scores: [80] }, false));
  assert.ok(!isCelebrated({ cause: "rows", scores: [0] }, false));
});
