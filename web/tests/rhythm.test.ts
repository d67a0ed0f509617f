// The rhythm of a turn: which updates are split, and how long each part is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { GameView, SeatOffers, TableView } from "../src/protocol";
import { EMPTY, type Mirror, type TableEvent } from "../src/table/reducer";
import { beats, hurried, isTimed, REASON, TUMBLE, type Beat } from "../src/table/rhythm";

const game = (more: Partial<GameView> = {}): GameView => ({
  turn: 3,
  active: 0,
  phase: "roll",
  sheets: [],
  lost: [],
  scores: [],
  breakdown: [],
  ...more,
});
const table = { options: {}, seats: [{ guest: "me" }, { bot: "gap" }] } as unknown as TableView;
const mirror = (more: Partial<GameView> = {}, offers: SeatOffers[] = []): Mirror => ({
  ...EMPTY,
  you: "me",
  table,
  game: game(more),
  offers,
});
const question: SeatOffers = { seat: 0, turn: 4, action: 1, options: [] };
const rolled: TableEvent = { type: "rolled", seat: 0, white: [5, 6], colours: [1, 2, 3, 4] };
const passed = (seat: number, action: number): TableEvent => ({ type: "passed", seat, action });
const penalised: TableEvent = { type: "penalised", seat: 0, penalties: 1 };

test("a roll that fits nowhere is shown by itself, with its reason, before the penalty", () => {
  const after = mirror({ turn: 4, active: 1 });
  const all = [rolled, passed(0, 1), passed(1, 1), passed(0, 2), penalised];
  const [dice, end, next, ...more] = beats(mirror(), after, all);
  assert.ok(dice && end && next);
  assert.deepEqual(more, []);
  assert.deepEqual(dice.mirror.game?.roll?.white, [5, 6]);
  assert.equal(dice.mirror.game.turn, 4);
  assert.deepEqual(dice.mirror.offers, [], "nothing can be pressed meanwhile");
  assert.ok(dice.hold >= TUMBLE + 1500);
  assert.deepEqual(dice.why, all);
  assert.deepEqual(end.mirror.game?.sheets, after.game?.sheets);
  assert.deepEqual([end.mirror.game?.phase, end.mirror.game?.active], ["white", 0], "it is still our turn");
  assert.ok(end.hold >= 1500);
  assert.deepEqual([next.mirror, next.hold], [after, 0]);
  assert.deepEqual([...dice.events, ...end.events, ...next.events], all, "every event is shown once");
});

test("a penalty that we could not avoid has the roll as its reason, and belongs to its turn", () => {
  const roll = { type: "roll", white: [5, 6], colours: [1, 2, 3, 4] } as const;
  const before = mirror({ turn: 4, phase: "white", roll });
  const all = [passed(0, 1), passed(1, 1), passed(0, 2), penalised];
  const [end, next] = beats(before, mirror({ turn: 4, active: 1 }), all);
  assert.deepEqual(end?.why, [rolled, ...all]);
  assert.deepEqual([end.mirror.game?.phase, end.mirror.game?.roll], ["white", roll]);
  assert.equal(next?.mirror.game?.phase, "roll");
  const chosen = { ...before, offers: [question] };
  assert.deepEqual(beats(chosen, mirror({ turn: 4, active: 1 }), all)[0]?.why, all, "we have chosen to pass");
});

test("nobody is awaited while the end of a turn is shown", () => {
  const roll = { type: "roll", white: [5, 6], colours: [1, 2, 3, 4] } as const;
  const before = mirror({ turn: 4, active: 1, phase: "colour", roll, awaited: [1] });
  const cross: TableEvent = { type: "crossed", seat: 1, row: 0, number: 7, action: 2, lucky: false };
  const [end, next] = beats(before, mirror({ turn: 4, active: 2, awaited: [2] }), [cross]);
  assert.deepEqual([end?.mirror.game?.active, end?.mirror.game?.awaited], [1, []]);
  assert.deepEqual([next?.mirror.game?.active, next?.mirror.game?.awaited], [2, [2]]);
});

test("a roll with a question for us is shown at once", () => {
  const after = mirror({ turn: 4, phase: "white" }, [question]);
  assert.deepEqual(
    beats(mirror(), after, [rolled]).map((beat) => [beat.mirror, beat.hold]),
    [[after, 0]],
  );
});

test("a roll that fits nowhere on our sheet is shown while the others choose", () => {
  const [beat] = beats(mirror(), mirror({ turn: 4, phase: "white" }), [rolled]);
  assert.equal(beat?.hold, TUMBLE + REASON);
});

test("the last roll of a game and its last crosses are shown before the result", () => {
  const ended: TableEvent = { type: "ended", cause: "penalties", scores: [] };
  const result = { ...mirror({ phase: "over" }), table: { ...table, status: "finished" } } as Mirror;
  const [dice, end, last] = beats(mirror(), result, [rolled, passed(0, 1), penalised, ended]);
  assert.ok(dice && dice.hold >= 1500);
  assert.ok(end && end.hold >= 1500);
  assert.equal(end.mirror.game, result.game);
  assert.equal(end.mirror.table, table, "the table is not yet left");
  assert.equal(last?.mirror, result);
  const closed: TableEvent[] = [0, 1, 2].map((row) => ({ type: "closed", row, seats: [0] }));
  const [much] = beats(mirror(), result, [...closed, ended]);
  assert.ok(much && much.hold > end.hold, "more to read takes more time");
});

test("what a bot did is told before own dice are typed, and beside the button for other dice", () => {
  const roll = { type: "roll", white: [5, 6], colours: [1, 2, 3, 4] } as const;
  const crossed: TableEvent = { type: "crossed", seat: 1, row: 0, number: 5, action: 2, lucky: false };
  const [before, after] = [mirror({ phase: "colour", active: 1, roll }), mirror()];
  assert.equal(beats(before, after, [crossed]).length, 1);
  const own = { ...table, options: { dice: "own" } } as TableView;
  const [told, next] = beats({ ...before, table: own }, { ...after, table: own }, [crossed]);
  assert.equal(told?.mirror.game?.phase, "colour");
  assert.ok(told.hold > 0);
  assert.equal(next?.mirror.game?.phase, "roll");
});

test("what nobody would see behind the keys for own dice is told first: that a bot passes", () => {
  const roll = { type: "roll", white: [5, 6], colours: [1, 2, 3, 4] } as const;
  const own = { ...table, options: { dice: "own" } } as TableView;
  const [told, next] = beats(
    { ...mirror({ phase: "colour", active: 1, roll }), table: own },
    { ...mirror(), table: own },
    [passed(1, 2)],
  );
  assert.equal(told?.mirror.game?.phase, "colour");
  assert.ok(told.hold > 0);
  assert.equal(next?.mirror.game?.phase, "roll");
});

test("a pass of ours because nothing fits is shown as long as its reason, also beside a cross", () => {
  const roll = { type: "roll", white: [5, 6], colours: [1, 2, 3, 4] } as const;
  const before = mirror({ turn: 4, active: 1, phase: "white", roll });
  const cross: TableEvent = { type: "crossed", seat: 1, row: 0, number: 11, action: 1, lucky: false };
  const [shown] = beats(before, mirror({ turn: 4, active: 1, phase: "colour", roll }), [passed(0, 1), cross]);
  assert.equal(shown?.hold, REASON);
});

const seats = (...more: object[]): TableView => ({ options: {}, seats: more }) as unknown as TableView;
const beat = (at: TableView, why: readonly TableEvent[]): Beat => ({
  mirror: { ...mirror(), table: at },
  events: why,
  why,
  hold: 2000,
});
const cross: TableEvent = { type: "crossed", seat: 1, row: 0, number: 7, action: 1, lucky: false };
const holds = (shown: readonly Beat[]): number[] => shown.map(({ hold }) => hold);

test("nothing is skipped as long as only bots wait for us", () => {
  const bots = seats({ guest: "me" }, { bot: "gap" }, { guest: "gone", stand_in: true });
  const all = Array.from({ length: 9 }, () => beat(bots, [cross]));
  assert.equal(hurried(all, 1), all);
});

test("other people wait for what concerns us, the rest takes no time if it would be too long", () => {
  const people = seats({ guest: "me" }, { guest: "other" });
  const ours = [penalised, passed(0, 1)].map((event) => beat(people, [event]));
  const all = [beat(people, [cross]), ...ours, beat(people, [cross]), beat(people, [cross])];
  assert.deepEqual(holds(hurried(all, 1)), [0, 2000, 2000, 0, 2000]);
  assert.deepEqual(holds(hurried(all, 0.5)), [2000, 2000, 2000, 2000, 2000]);
  const ends = beat(people, [{ type: "ended", cause: "rows", scores: [] }]);
  assert.deepEqual(holds(hurried([...ours, ends, ends, ends], 1)), [2000, 2000, 2000, 2000, 2000]);
});

test("somebody who has given up does not fall behind the bots that go on", () => {
  const bots = seats({ guest: "me", resigned: true }, { bot: "gap" });
  const all = Array.from({ length: 5 }, () => beat(bots, [cross]));
  assert.deepEqual(holds(hurried(all, 1)), [0, 0, 2000, 2000, 2000]);
  const passes = Array.from({ length: 5 }, () => beat(bots, [passed(0, 1)]));
  assert.deepEqual(holds(hurried(passes, 1)), [0, 0, 2000, 2000, 2000], "a bot passes for us");
});

test("it can be read that the time is up", () => {
  const late: TableEvent = { type: "notice", what: "time-up", seat: 0 };
  const [beat] = beats(mirror({ phase: "white" }), mirror({ phase: "colour", active: 1 }), [
    late,
    passed(0, 1),
  ]);
  assert.equal(beat?.hold, REASON);
});

test("a clock that runs for us allows no pause, the clock of others does", () => {
  assert.ok(isTimed(mirror({ due: 1, phase: "white" }, [question])));
  assert.ok(isTimed(mirror({ due: 1 })));
  assert.ok(!isTimed(mirror({ due: 1, active: 1 })));
  assert.ok(!isTimed(mirror({}, [question])));
});

test("who comes from the last game to the next one is not told to be back, later on it is", () => {
  const back: TableEvent = { type: "notice", what: "back", seat: 1, guest: "other" };
  const late: TableEvent = { type: "notice", what: "time-up", seat: 0 };
  const told = (turn: number): unknown => beats(mirror({ turn }), mirror({ turn }), [late, back])[0]?.why;
  assert.deepEqual([told(0), told(1), told(2)], [[late], [late], [late, back]]);
  assert.deepEqual(
    beats(mirror({ turn: 0 }), mirror({ turn: 0 }), [back])[0]?.events,
    [back],
    "the log has it",
  );
});
