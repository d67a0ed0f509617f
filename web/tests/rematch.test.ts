// The way from a result to the next game.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { SeatView, TableView } from "../src/protocol";
import { browser, storage } from "./browser";

browser();
storage();
const { invitation, nextStep } = await import("../src/table/rematch");

const table = (...seats: SeatView[]): TableView =>
  ({ id: "t", code: "", options: {}, status: "lobby", host: "ann", seats, commitment: "" }) as TableView;
const INVITED = { guest: "ann", reserved: true };
const ANN = { guest: "ann", ready: true };
const BEN = { guest: "ben", reserved: true };
const BOT = { bot: "gap", ready: true };

void test("all our seats are accepted first", () => {
  assert.deepEqual(nextStep(table(INVITED, INVITED, BEN, BOT), "ann"), { accept: [0, 1] });
});

void test("the result stays while somebody else has not accepted", () => {
  assert.deepEqual(nextStep(table(ANN, BOT, BEN), "ann"), { wait: [2] });
});

void test("the result stays while the nonces are collected, and is left when the game has started", () => {
  assert.deepEqual(nextStep({ ...table(ANN, BOT), starting: 5 }, "ann"), { wait: [] });
  assert.equal(nextStep({ ...table(ANN, BOT), status: "playing" }, "ann"), "go");
});

void test("a table with a free seat needs its host", () => {
  assert.equal(nextStep(table(ANN, BEN, {}), "ann"), "go");
});

void test("a seat is kept only for somebody who has it", () => {
  assert.equal(invitation(table(INVITED, BEN), "ann"), "kept");
  assert.equal(invitation(table(ANN, BEN), "ann"), "seated");
  assert.equal(invitation({ ...table(ANN, BEN), status: "playing" }, "ann"), "seated");
  assert.equal(invitation(table({}, BEN), "ann"), "free");
  assert.equal(invitation(table(BOT, BEN), "ann"), "watch");
  assert.equal(invitation({ ...table(BOT, BEN), status: "playing" }, "ann"), "watch");
});

void test("a next game that has ended invites nobody", () => {
  assert.equal(invitation({ ...table(ANN, BEN), status: "finished" }, "ann"), "over");
  assert.equal(invitation({ ...table(INVITED, BEN), status: "expired" }, "ann"), "closed");
});
