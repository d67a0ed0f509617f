// Which presses of a button count.

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { Guard, GUARD } from "../src/play/guard.svelte";

/** A clock that the test sets, as on a page that has just been opened. */
function clock(context: TestContext): (time: number) => void {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  return (time) => (now = time);
}

function counts(guard: Guard): boolean {
  guard.press();
  return guard.counts();
}

void test("the first press on a new page counts at once", (context) => {
  const at = clock(context);
  const guard = new Guard();
  guard.ask("roll");
  at(20);
  assert(guard.armed);
  assert(counts(guard));
});

void test("a press on another question counts after half a second", (context) => {
  const at = clock(context);
  const guard = new Guard();
  guard.ask("roll");
  at(2000);
  guard.ask("white");
  assert(!guard.armed);
  at(2000 + GUARD - 1);
  assert(!counts(guard));
  at(2000 + GUARD);
  assert(counts(guard));
  guard.stop();
});

void test("a press on a question about dice counts half a second after they lie still", (context) => {
  const at = clock(context);
  const guard = new Guard();
  guard.ask("roll");
  guard.ask("white", 600);
  at(600 + GUARD - 1);
  assert(!counts(guard));
  at(600 + GUARD);
  assert(counts(guard));
  guard.ask("colour");
  at(600 + 2 * GUARD);
  assert(counts(guard), "the next question has no dice to wait for");
  guard.stop();
});

void test("a button that takes the place of other ones is guarded from the beginning", (context) => {
  const at = clock(context);
  const guard = new Guard("table");
  guard.ask("hand over");
  assert(!counts(guard));
  at(GUARD);
  assert(counts(guard));
  guard.stop();
});

void test("the same question again changes nothing", (context) => {
  const at = clock(context);
  const guard = new Guard();
  guard.ask("roll");
  at(100);
  guard.ask("roll");
  assert(counts(guard));
});

void test("an activation without a press counts", (context) => {
  clock(context);
  const guard = new Guard();
  guard.ask("roll");
  guard.ask("white");
  assert(guard.counts());
  guard.stop();
});
