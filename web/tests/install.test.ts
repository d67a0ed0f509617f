// The hint that the client can be installed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { browser, storage } from "./browser";

browser();
storage();
const { isMoment } = await import("../src/install.svelte");

void test("the hint comes with the second game, once, and is still there after a reload", () => {
  storage();
  const games = ["first", "first", "second", "second", "third", "fourth"];
  assert.deepEqual(games.map(isMoment), [false, false, true, true, false, false]);
});
