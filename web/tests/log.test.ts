import assert from "node:assert/strict";
import { test } from "node:test";

import type { LogLine, Notice } from "../src/protocol";
import { completed, turnsOf } from "../src/table/log";
import type { TableEvent } from "../src/table/reducer";

const rolled = (seat: number): TableEvent => ({
  type: "rolled",
  seat,
  white: [1, 2],
  colours: [3, 4, 5, null],
});
const passed = (seat: number): TableEvent => ({ type: "passed", seat, action: 1 });

function lines(...events: [turn: number, event: TableEvent][]): LogLine[] {
  return events.map(([turn, event], seq) => ({ seq, turn, event }));
}

test("the log has a block for each turn, the newest first, and its moves in their order", () => {
  const turns = turnsOf(lines([1, rolled(0)], [1, passed(1)], [1, passed(0)], [2, rolled(1)]));
  assert.deepEqual(
    turns.map(({ turn, roll, lines }) => [turn, roll?.seat, lines.map(({ seq }) => seq)]),
    [
      [2, 1, []],
      [1, 0, [1, 2]],
    ],
  );
});

test("what happened before the first known roll is a block without dice", () => {
  const [last] = turnsOf(lines([4, passed(0)], [5, rolled(1)])).reverse();
  assert.equal(last?.roll, undefined);
  assert.deepEqual(
    last?.lines.map(({ seq }) => seq),
    [0],
  );
});

const notice = (what: Notice["what"], seat?: number): TableEvent => ({
  type: "notice",
  what,
  ...(seat === undefined ? {} : { seat }),
});
const kinds = (log: readonly LogLine[]): string[][] =>
  turnsOf(log).map(({ lines }) =>
    lines.map(({ event }) => (event.type === "notice" ? event.what : event.type)),
  );

test("what happened in the lobby is left out", () => {
  const lobby = lines([0, notice("sat", 0)], [0, notice("configured")], [0, notice("left", 1)]);
  const game = lines([0, notice("away", 1)], [1, rolled(0)], [1, notice("back", 1)], [1, passed(0)]);
  assert.deepEqual(kinds([...lobby, ...lines([0, notice("started", 0)]), ...game]), [
    ["back", "passed"],
    ["away"],
  ]);
  assert.deepEqual(kinds([...lobby, ...game]), [["back", "passed"]], "the page has missed the start");
  assert.deepEqual(kinds([...lobby, ...lines([0, notice("started", 0)])]), []);
  assert.deepEqual(kinds(lobby), []);
});

test("a page that has missed a turn reads it, and keeps what came after the answer", () => {
  const all = lines([0, notice("started")], [1, rolled(0)], [1, passed(0)], [2, rolled(1)], [2, passed(0)]);
  const seen = all.slice(3);
  const found = { seq: 3, lines: all.slice(0, 4) };
  assert.deepEqual(completed(seen, found, 4), all);
  assert.deepEqual(completed([], found, 2), all.slice(0, 3), "the rest is on its way to the page");
});
