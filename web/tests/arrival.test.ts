// What a table's address asks for on arrival: seats, and the start.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrive } from "../src/table/arrival";
import type { SeatView, TableView } from "../src/protocol";

const table = (...seats: SeatView[]): TableView =>
  ({ id: "t", code: "", options: {}, status: "lobby", host: "ann", seats, commitment: "" }) as TableView;
const ANN = { guest: "ann" };
const BOT = { bot: "gap", ready: true };

test("without a wish nothing happens, nor in a running game", () => {
  assert.equal(arrive(table({}, BOT), "ann", "", []), undefined);
  assert.equal(arrive({ ...table({}, BOT), status: "playing" }, "ann", "?now", []), undefined);
});

test("a game in one tap takes a seat, then starts", () => {
  assert.deepEqual(arrive(table({}, BOT), "ann", "?now", []), { sit: 0 });
  assert.equal(arrive(table({}, BOT), "ann", "?now", [0]), "wait");
  assert.equal(arrive(table(ANN, BOT), "ann", "?now", [0]), "start");
});

test("a host who invites is seated and does not start", () => {
  assert.deepEqual(arrive(table({}, {}), "ann", "?sit=1", []), { sit: 0 });
  assert.equal(arrive(table(ANN, {}), "ann", "?sit=1", [0]), "done");
});

test("several players at one device take their seats one after the other", () => {
  assert.deepEqual(arrive(table(ANN, {}, {}), "ann", "?sit=2&now", [0]), { sit: 1 });
  assert.equal(arrive(table(ANN, ANN, BOT), "ann", "?sit=2&now", [0, 1]), "start");
});

test("a table without a free seat is only watched", () => {
  assert.equal(arrive(table({ guest: "bob" }, BOT), "ann", "?now", []), "done");
});
