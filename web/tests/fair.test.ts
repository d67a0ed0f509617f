// The check of a record on the shared vectors: games of versions 1 and 2, as they were played and changed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { check, verdict, type GameRecord } from "../src/fair/fair";
import type { Noted } from "../src/fair/notes";
import type { Roll, Variant } from "../src/protocol";
import { vectors } from "./vectors";

interface Case {
  name: string;
  game: string;
  headers?: Record<string, string | null>;
  rolls?: Record<string, Omit<Roll, "type">>;
  first?: number;
  noted?: Partial<Noted>;
  proof?: boolean;
  check?: { version: number; seats: [string, number, number][] };
  faults?: [string, number][];
}
const { variants, games, cases } = vectors<{
  variants: Record<string, Variant>;
  games: Record<string, GameRecord & { variant: string }>;
  cases: Case[];
}>("fair");

const NOTHING: Noted = { commitment: "", terms: "", nonces: {}, links: {} };

function changed(record: GameRecord, { headers, rolls, first }: Case): GameRecord {
  const all = Object.entries({ ...record.headers, ...headers });
  let turn = 0;
  return {
    ...record,
    first: first ?? record.first,
    headers: Object.fromEntries(all.flatMap(([key, text]) => (text === null ? [] : [[key, text]]))),
    actions: record.actions.map((action) => {
      if (action.type !== "roll") return action;
      turn += 1;
      return { ...action, ...rolls?.[String(turn)] };
    }),
  };
}

for (const one of cases)
  test(one.name, () => {
    const game = games[one.game];
    const variant = variants[game?.variant ?? ""];
    assert.ok(game && variant);
    const found = check(changed(game, one), variant, { ...NOTHING, ...one.noted });
    const faults = found.faults.map(({ what, turn }) => [what, turn]);
    if (one.proof === false) {
      assert.deepEqual(faults, [["proof", 0]]);
      assert.equal(verdict(found), "unknown", "missing data do not make dice unfair");
      return;
    }
    assert.equal(verdict(found), faults.length ? "unfair" : "fair");
    assert.deepEqual(faults, one.faults);
    assert.equal(found.version, one.check?.version);
    assert.equal(found.rolls, game.actions.filter(({ type }) => type === "roll").length);
    assert.deepEqual(
      found.seats.map(({ nonce, rolls, linked }) => [nonce, rolls, linked]),
      one.check?.seats,
    );
  });

test("a die that has not left the game cannot be missing, and one that has left cannot be there", () => {
  const game = games["classic"];
  const variant = variants["classic"];
  assert.ok(game && variant);
  const last = game.actions.findLastIndex(({ type }) => type === "roll");
  const roll = game.actions[last] as Roll;
  assert.ok(roll.colours.includes(null), "a row was closed before the last roll");
  for (const [row, die] of roll.colours.entries()) {
    const colours = roll.colours.with(row, die === null ? 1 : null);
    const actions = game.actions.with(last, { ...roll, colours });
    const { faults } = check({ ...game, actions }, variant, NOTHING);
    assert.deepEqual(
      faults.map(({ what }) => what),
      ["roll"],
    );
  }
});
