// A table on this device: a choice that the server does not have yet is not lost by a reload.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";

import type { Choice } from "../src/table/reducer";
import { browser, storage } from "./browser";
import { FakeSocket } from "./fake-socket";

storage();
browser();
const { keepRead, lastRead } = await import("../src/table/kept");
const { Table } = await import("../src/table/table.svelte");

const CHOICE: Choice = { type: "cross", seat: 0, row: 0, number: 7 };
const OFFERS = { seat: 0, turn: 3, action: 1, options: [{ choice: CHOICE }] };

let opened: InstanceType<typeof Table>[] = [];

/** Opens the page: the table with its first message. */
function open(more: object = {}): InstanceType<typeof Table> {
  const table = new Table("T");
  opened.push(table);
  FakeSocket.last.open();
  const view = { id: "T", seats: [{ guest: "me" }], options: {}, status: "playing" };
  const said = {
    type: "snapshot",
    version: 1,
    seq: 5,
    now: 0,
    you: "me",
    table: view,
    variant: { rows: [] },
    offers: [OFFERS],
  };
  FakeSocket.last.onmessage({ data: JSON.stringify({ ...said, ...more }) });
  return table;
}
const chosen = (): unknown[] =>
  FakeSocket.last.sent.filter(({ type }) => type === "choose").map(({ choice }) => choice);

void describe("a table", () => {
  beforeEach(() => {
    browser();
    storage();
    Object.assign(globalThis, { WebSocket: FakeSocket });
    FakeSocket.all = [];
    opened = [];
  });
  // One that is left open would try to connect for ever.
  afterEach(() => opened.forEach((table) => table.close()));

  void test("a tap is there again after a reload, and is not sent", () => {
    open().pick(0, CHOICE);
    const again = open();
    assert.deepEqual(again.tentative[0], CHOICE);
    assert.deepEqual(chosen(), []);
  });

  void test("the log is there again after a reload, and only at its own table", () => {
    const events = [{ type: "penalised", seat: 0, penalties: 1 }];
    const say = (seq: number): void =>
      FakeSocket.last.onmessage({ data: JSON.stringify({ type: "update", seq, now: 0, events }) });
    const table = open();
    say(6);
    dispatchEvent(new Event("pagehide"));
    const again = open();
    say(7);
    assert.deepEqual(
      again.log.map(({ seq, event }) => [seq, event]),
      [6, 7].map((seq) => [seq, events[0]]),
    );
    table.close();
    again.close();
    const other = open({ table: { id: "U", seats: [], options: {}, status: "playing" } });
    assert.deepEqual(other.log, []);
  });

  void test("somebody who was sent away does not come back by themselves", () => {
    const table = open();
    FakeSocket.last.onmessage({ data: JSON.stringify({ type: "bye", code: "kicked" }) });
    FakeSocket.last.lose();
    dispatchEvent(new Event("online"));
    assert.equal(FakeSocket.all.length, 1);
    assert.equal(table.fatal, "kicked");
  });

  void test("a second tap on the same cell takes it back, also after a reload", () => {
    const table = open();
    table.pick(0, CHOICE);
    table.pick(0, { ...CHOICE });
    assert.equal(table.tentative[0], undefined);
    table.close();
    const again = open();
    assert.equal(again.tentative[0], undefined);
  });

  void test("a confirmed choice that the server did not acknowledge is sent again after a reload", () => {
    const before = open();
    before.pick(0, CHOICE);
    before.choose(OFFERS, CHOICE);
    before.close();
    const again = open();
    assert.deepEqual(chosen(), [CHOICE]);
    assert.deepEqual(again.onItsWay(OFFERS), CHOICE, "and is shown as on its way");
  });

  void test("a choice that the server has is not sent twice", () => {
    const before = open();
    before.choose(OFFERS, CHOICE);
    const id = FakeSocket.last.sent.find(({ type }) => type === "choose")?.id;
    FakeSocket.last.onmessage({ data: JSON.stringify({ type: "ack", id, seq: 6 }) });
    before.close();
    open().close();
    assert.deepEqual(chosen(), []);
    open().choose(OFFERS, CHOICE);
    open({ picked: [CHOICE] }).close();
    assert.deepEqual(chosen(), [], "the table says that it was chosen");
  });

  void test("a choice for another question is forgotten", () => {
    open().choose(OFFERS, CHOICE);
    open({ offers: [{ ...OFFERS, turn: 4 }] }).close();
    assert.deepEqual(chosen(), []);
  });

  void test("the dice of the last turn are there again after a reload, those of an earlier one are not", () => {
    const base = { sheets: [], lost: [], scores: [], breakdown: [], active: 0, offers: [] };
    const roll = { type: "roll", white: [4, 5], colours: [1, 2, 3, 4] };
    open({ game: { ...base, turn: 3, phase: "colour", roll } }).close();
    const over = (turn: number): unknown => {
      const table = open({ game: { ...base, turn, phase: "roll" } });
      table.close();
      return table.dice;
    };
    assert.deepEqual(over(3), roll);
    assert.equal(over(4), undefined);
  });

  void test("the chat lines that were not read are still unread after a reload", () => {
    const lines = [1, 2, 3].map((number) => ({ number, guest: "other", name: "", text: "hi", at: 0 }));
    assert.equal(lastRead("T", lines.slice(0, 1)), 1, "what was said before counts as read");
    keepRead("T", 1);
    assert.equal(lastRead("T", lines), 1);
  });

  void test("a roll that fits nowhere is shown for its time, although an update without a pause follows", ({
    mock,
  }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const base = { sheets: [], lost: [], scores: [], breakdown: [], active: 0 };
    const table = open({ offers: [], game: { ...base, turn: 2, phase: "roll" } });
    const roll = { type: "roll", white: [4, 5], colours: [1, 2, 3, 4] };
    const say = (seq: number, more: object): void =>
      FakeSocket.last.onmessage({ data: JSON.stringify({ type: "update", seq, now: 0, ...more }) });
    say(6, {
      events: [{ ...roll, type: "rolled", seat: 0 }],
      game: { ...base, turn: 3, phase: "white", roll },
    });
    say(7, {
      events: [{ type: "passed", seat: 0, action: 1 }],
      game: { ...base, turn: 3, phase: "colour", roll },
      offers: [{ ...OFFERS, action: 2 }],
    });
    assert.equal(table.game?.phase, "white");
    mock.timers.tick(2000);
    assert.equal(table.game.phase, "white");
    mock.timers.tick(1000);
    assert.equal(table.game.phase, "colour");
    assert.deepEqual(
      table.news.map(({ type }) => type),
      ["rolled", "passed"],
      "the reason stays beside the next question",
    );
    table.close();
  });

  void test("what is said under the dice stays while the others choose", () => {
    const table = open({ offers: [] });
    const say = (seq: number, event: object): void =>
      FakeSocket.last.onmessage({ data: JSON.stringify({ type: "update", seq, now: 0, events: [event] }) });
    say(6, { type: "notice", what: "back", seat: 1, guest: "other" });
    say(7, { type: "chose", seat: 1 });
    assert.deepEqual(
      table.news.map(({ type }) => type),
      ["notice"],
    );
    table.close();
  });

  void test("a screen that is far behind skips what is oldest, and still shows how the game ends", ({
    mock,
  }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const base = { sheets: [], lost: [], scores: [], breakdown: [], active: 1 };
    const people = { id: "T", seats: [{ guest: "me" }, { guest: "other" }], options: {} };
    const playing = { ...people, status: "playing" };
    const table = open({ table: playing, offers: [], game: { ...base, turn: 1, phase: "roll" } });
    const say = (seq: number, turn: number, more: object): void => {
      const events = [{ type: "penalised", seat: 1, penalties: turn }];
      const game = { ...base, turn, phase: "roll" };
      FakeSocket.last.onmessage({
        data: JSON.stringify({ type: "update", seq, now: 0, events, game, ...more }),
      });
    };
    for (const turn of [2, 3, 4]) say(4 + turn, turn, {});
    assert.equal(table.game?.turn, 2, "one after the other");
    say(9, 5, {});
    say(10, 6, {});
    say(11, 7, {});
    mock.timers.tick(1000);
    assert.equal(table.game.turn, 2, "what is shown keeps its time");
    const finished = { ...people, status: "finished" };
    say(12, 8, {
      events: [
        { type: "closed", row: 0, seats: [1] },
        { type: "ended", cause: "rows", scores: [] },
      ],
      game: { ...base, turn: 8, phase: "over" },
      table: finished,
    });
    assert.equal(table.view?.status, "playing");
    // Step by step: each pause begins when the one before is over.
    for (let passed = 0; passed < 5000; passed += 100) mock.timers.tick(100);
    assert.deepEqual(
      table.news.map(({ type }) => type),
      ["closed", "ended"],
    );
    assert.equal(table.view.status, "playing", "the reason is shown before the result");
    for (let passed = 0; passed < 2500; passed += 100) mock.timers.tick(100);
    assert.equal(table.view.status, "finished");
    assert.deepEqual(
      table.log.map(({ turn, event }) => [turn, event.type]),
      [...[2, 3, 4, 5, 6, 7].map((turn) => [turn, "penalised"]), [8, "closed"], [8, "ended"]],
      "the log has what was skipped, too",
    );
    table.close();
  });
});
