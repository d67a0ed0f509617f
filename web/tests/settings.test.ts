// The settings that a device has stored.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { browser, storage } from "./browser";

type From = (typeof import("../src/settings.svelte"))["settingsFrom"];
let settingsFrom: From;

before(async () => {
  storage();
  browser();
  ({ settingsFrom } = await import("../src/settings.svelte"));
});

void test("stored settings are kept, and those of a new device are the usual ones", () => {
  assert.equal(settingsFrom(null).speed, "normal");
  const kept = settingsFrom('{"speed":"calm","theme":"dark","sound":false}');
  assert.deepEqual([kept.speed, kept.theme, kept.sound, kept.keys], ["calm", "dark", false, true]);
});

void test("a value that does not exist any more is the usual one", () => {
  const kept = settingsFrom('{"speed":"fast","theme":"sepia","sound":"loud","list":true,"old":true}');
  assert.deepEqual([kept.speed, kept.theme, kept.sound, kept.list], ["normal", "auto", true, true]);
  assert.equal("old" in kept, false);
  assert.equal(settingsFrom('{"speed":"toString"}').speed, "normal");
});

void test("a text that holds no settings is none", () => {
  for (const text of ["{", "null", "3", "[]", '"calm"'])
    assert.equal(settingsFrom(text).speed, "normal", text);
});
