// What happened, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { causeText, endedBy, newsText } from "../src/table/events";
import { LANGUAGES, load, loadMore, type Language } from "../src/i18n.svelte";
import { sizeOf } from "../src/play/text-size";
import { person } from "../src/person.svelte";
import type { GameView, Notice, TableView, Variant } from "../src/protocol";
import { browser } from "./browser";

const VARIANT = { max_penalties: 4, penalty_points: 5 } as Variant;
const NAMES = ["You", "Mila"];

browser();
await load("en");
await loadMore("screens");

void test("the end of the game says who caused it", () => {
  assert.equal(causeText("penalties", [0], NAMES, [0]), "The game is over: you have four penalties.");
  assert.equal(causeText("penalties", [1], NAMES, [0]), "The game is over: Mila has four penalties.");
  assert.equal(causeText("resigned", [0], NAMES, [0]), "The game is over: you have resigned.");
  assert.equal(
    causeText("penalties", [0], ["Ann", "Ben"], [0, 1]),
    "The game is over: Ann has four penalties.",
  );
  assert.equal(causeText("rows", [1], NAMES, [0]), "The game is over: two rows are closed.");
  assert.equal(causeText("resigned", [], NAMES, [0]), "The game is over: a player has resigned.");
  assert.equal(causeText("resigned", [0, 1], NAMES, [0]), "The game is over. Resigned: You and Mila.");
});

void test("the game was ended by the seat with the last penalty, or by those that resigned", () => {
  const sheets = [{ penalties: 1 }, { penalties: 4 }];
  const game = (cause: string): GameView => ({ cause, sheets }) as unknown as GameView;
  const table = (...resigned: boolean[]): TableView =>
    ({ seats: resigned.map((one) => ({ resigned: one })) }) as unknown as TableView;
  assert.deepEqual(endedBy(game("penalties"), table(false, false), VARIANT), [1]);
  assert.deepEqual(endedBy(game("resigned"), table(true, false), VARIANT), [0]);
  assert.deepEqual(endedBy(game("resigned"), table(true, true), VARIANT), [0, 1]);
});

void test("the news of the last penalty name the player", () => {
  const news = newsText(
    [
      { type: "penalised", seat: 0, penalties: 4 },
      { type: "ended", cause: "penalties", scores: [] },
    ],
    NAMES,
    VARIANT,
    [0],
  );
  assert.match(news, /you have four penalties/);
});

void test("a pass without a choice says why, beside the crosses of the others", () => {
  const news = newsText(
    [
      { type: "rolled", seat: 0, white: [3, 3], colours: [1, 2, 3, 4] },
      { type: "passed", seat: 0, action: 1 },
      { type: "crossed", seat: 1, row: 0, number: 6, action: 1, lucky: false },
      { type: "penalised", seat: 0, penalties: 1 },
    ],
    NAMES,
    VARIANT,
    [0],
  );
  assert.equal(news, "6: nothing fits. Penalty −5. Mila crosses out red\u00a06.");
});

void test("our own pass is told before the penalty of somebody else on the same roll", () => {
  const roll = { type: "rolled", seat: 1, white: [3, 4], colours: [1, 2, 3, 4] } as const;
  const pass = (seat: number) => ({ type: "passed", seat, action: 1 }) as const;
  const penalty = { type: "penalised", seat: 1, penalties: 1 } as const;
  const said = (...news: Parameters<typeof newsText>[0]): string => newsText(news, NAMES, VARIANT, [0]);
  assert.equal(
    said(roll, pass(1), pass(0), penalty),
    "7: nothing fits. You pass. Mila takes a penalty, −5 (1 of 4).",
  );
  assert.equal(said(roll, pass(1), penalty), "Nothing fits for Mila (7). Penalty −5.");
});

void test("a seat that is free again is the subject of no sentence", () => {
  const said = (what: Notice["what"], seat: number): string =>
    newsText([{ type: "notice", what, seat }], ["Ann", ""], VARIANT, []);
  assert.equal(said("stood", 1), "");
  assert.equal(said("stood", 0), "Ann stands up.");
});

void test("a colour action that passes by itself says why", () => {
  const said = (...news: Parameters<typeof newsText>[0]): string => newsText(news, NAMES, VARIANT, [0]);
  const cross = { type: "crossed", seat: 0, row: 1, number: 10, action: 1, lucky: false } as const;
  const pass = { type: "passed", seat: 0, action: 2 } as const;
  assert.equal(said(cross, pass), "You cross out yellow\u00a010. No coloured die fits. You pass.");
  assert.equal(said(pass), "You pass.", "after a question it is a choice");
  const third = { ...cross, seat: 2, number: 4 };
  assert.equal(
    newsText([cross, third, pass], [...NAMES, "Leo"], VARIANT, [0]),
    "You cross out yellow\u00a010. Leo crosses out yellow\u00a04. No coloured die fits. You pass.",
  );
});

void test("a pawn that cannot move says so, and no sentence is said twice", () => {
  const said = (...news: Parameters<typeof newsText>[0]): string => newsText(news, NAMES, VARIANT, [0]);
  const passed = (action: number) => ({ type: "passed", seat: 0, action }) as const;
  const cross = (seat: number, action: number) =>
    ({ type: "crossed", seat, row: 1, number: 10, action, lucky: false }) as const;
  assert.equal(said(passed(2), passed(3)), "You pass. Your pawn cannot move.");
  assert.equal(said(cross(0, 2), passed(3)), "You cross out yellow\u00a010. Your pawn cannot move.");
  assert.equal(
    said(cross(0, 1), passed(2), passed(3)),
    "You cross out yellow\u00a010. No coloured die fits. You pass. Your pawn cannot move.",
  );
  assert.equal(
    said(passed(1), cross(1, 1), passed(2)),
    "Mila crosses out yellow\u00a010. No coloured die fits. You pass.",
  );
  assert.equal(said(passed(3)), "You pass.", "after a question it is a choice");
  const many = newsText([cross(0, 2), passed(3)], [...NAMES, "Leo", "Vera"], VARIANT, [0]);
  assert.equal(many, "You cross out yellow\u00a010. Your pawn cannot move.");
});

void test("with many players the choices of the active player are told, in short", async () => {
  const spaces = [{ row: 3, number: 12, points: 14 }];
  const variant = { ...VARIANT, board: { spaces } } as unknown as Variant;
  const said = (...news: Parameters<typeof newsText>[0]): string =>
    newsText(news, [...NAMES, "Leo", "Vera"], variant, [0]);
  const cross = (seat: number, action: number) =>
    ({ type: "crossed", seat, row: 1, number: 10, action, lucky: false }) as const;
  const pass = { type: "passed", seat: 1, action: 2 } as const;
  const move = { type: "moved", seat: 1, space: 1, points: 14 } as const;
  assert.equal(said(cross(1, 2)), "Mila crosses out yellow\u00a010.");
  assert.equal(said(pass), "Mila passes.");
  assert.equal(said(move, cross(1, 3)), "Mila moves the pawn to blue\u00a012\u00a0(+14).");
  assert.equal(said(cross(1, 1), cross(2, 1), pass), "", "a pass that nobody chose is not told");
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    await load(language);
    assert.equal(sizeOf(said(move, cross(1, 3)), ""), "", language);
    assert.equal(sizeOf(said(cross(1, 2)), ""), "", language);
  }
  await load("en");
});

void test("the end comes after the cross that causes it, also if nothing fitted for us", () => {
  const news = newsText(
    [
      { type: "rolled", seat: 1, white: [1, 1], colours: [1, 2, 3, 4] },
      { type: "passed", seat: 0, action: 1 },
      { type: "crossed", seat: 1, row: 2, number: 2, action: 1, lucky: false },
      { type: "closed", row: 2, seats: [1] },
      { type: "ended", cause: "rows", scores: [] },
    ],
    NAMES,
    VARIANT,
    [0],
  );
  assert.match(news, /^2: nothing fits.* Mila crosses out green\u00a02\. Mila closes.*The game is over/);
});

void test("what happened is said in sentences, to the player as you", () => {
  const said = (...news: Parameters<typeof newsText>[0]): string => newsText(news, NAMES, VARIANT, [0]);
  const pass = (seat: number) => ({ type: "passed", seat, action: 1 }) as const;
  assert.equal(said(pass(0), pass(1), { ...pass(0), action: 2 }), "Nobody crosses anything out.");
  assert.equal(said(pass(1)), "Mila passes.");
  assert.equal(
    said(
      { type: "crossed", seat: 0, row: 2, number: 12, action: 1, lucky: false },
      { type: "closed", row: 2, seats: [0, 1] },
    ),
    "You cross out green\u00a012. You close the green row. Mila closes the green row.",
  );
  const many = newsText([{ type: "closed", row: 3, seats: [0, 1, 2] }], [...NAMES, "Leo"], VARIANT, [0]);
  assert.equal(many, "The blue row is closed. Lock: You, Mila, and Leo.");
});

void test("what we did ourselves is no news to us", () => {
  const said = (what: "back" | "time-up", seat: number): string =>
    newsText([{ type: "notice", what, seat, guest: "" }], NAMES, VARIANT, [0]);
  assert.equal(said("back", 1), "Mila is back.");
  assert.equal(said("back", 0), "");
  assert.equal(said("time-up", 0), "Your time is up.");
});

void test("who is muted is told by name, also without a seat, and the one who is muted is told so", () => {
  const said = (more: object): string =>
    newsText([{ type: "notice", what: "muted", guest: "eve", ...more }], NAMES, VARIANT, [0]);
  assert.equal(said({ seat: 1 }), "Mila has been muted.");
  assert.equal(said({ name: "Eve" }), "Eve has been muted.");
  person.guest = { id: "eve", name: "Eve" };
  assert.equal(said({ name: "Eve" }), "The host has muted you: you cannot write in the chat.");
  person.guest = undefined;
});
