// The screen stays on while a game is played, and no longer.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { browser, storage } from "./browser";

type KeepAwake = (typeof import("../src/senses/awake"))["keepAwake"];
let keepAwake: KeepAwake;
let [requested, released] = [0, 0];

before(async () => {
  storage();
  browser();
  const request = (): Promise<object> => {
    requested += 1;
    return Promise.resolve({ release: () => Promise.resolve(void (released += 1)) });
  };
  Object.defineProperty(globalThis, "navigator", { value: { wakeLock: { request } }, configurable: true });
  ({ keepAwake } = await import("../src/senses/awake"));
});

const hide = (hidden: boolean): void => {
  Object.assign(document, { hidden });
  document.dispatchEvent(new Event("visibilitychange"));
};

void test("the screen stays on again after the page was hidden, and goes off after the game", async () => {
  const stop = keepAwake();
  assert.equal(requested, 1);
  hide(true);
  assert.equal(requested, 1);
  hide(false);
  assert.equal(requested, 2);
  stop();
  await new Promise(setImmediate);
  assert.equal(released, 1);
  hide(false);
  assert.equal(requested, 2);
});
