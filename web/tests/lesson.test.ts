// The guided game as data.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { TEXTS } from "../src/lessons/lesson";

test("the guided game keeps room for every text that it has", () => {
  const file = new URL("../../src/qwixx/locales/en.json", import.meta.url);
  const keys = Object.keys(JSON.parse(readFileSync(file, "utf-8")) as object);
  const steps = keys.filter((key) => /^learn\.\w+-(roll|white|colour)$/.test(key));
  assert.deepEqual([...TEXTS].sort(), steps.sort());
});
