// The dice on the table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { render } from "svelte/server";

import { load, loadMore } from "../src/i18n.svelte";
import Dice from "../src/pieces/Dice.svelte";
import type { Roll } from "../src/protocol";
import { browser } from "./browser";

browser();
await load("en");
await loadMore("screens");

const ROLL: Roll = { type: "roll", white: [1, 2], colours: [3, 4, 5, 6] };
const drawn = (roll: Roll, closed: number[]): string =>
  render(Dice, { props: { roll, faces: 6, turn: 1, closed } }).body;

void test("the die of a row that is closed rolls off, and is announced as gone", () => {
  assert.doesNotMatch(drawn(ROLL, []), /leaving|gone/);
  const body = drawn(ROLL, [1]);
  assert.equal(body.match(/class="leaving/g)?.length, 1);
  assert.match(body, /yellow[^"]*: out of the game/i);
});

void test("a die that has left before does not roll off again", () => {
  assert.doesNotMatch(drawn({ ...ROLL, colours: [3, null, 5, 6] }, [1]), /leaving/);
});
