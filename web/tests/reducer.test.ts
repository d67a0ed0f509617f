// The shared vectors: sequences of messages, and what a client knows after them.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Message } from "../src/protocol";
import { EMPTY, reduce, type Mirror, type TableEvent } from "../src/table/reducer";
import { vectors } from "./vectors";

interface Case {
  name: string;
  messages: Message[];
  then: Partial<Mirror>;
  events?: TableEvent[];
  acks?: string[];
  resend?: string[];
  refused?: string[];
}
const { snapshot, cases } = vectors<{ snapshot: Message; cases: Case[] }>("updates");
const { mirror: start } = reduce(EMPTY, snapshot);

test("the first snapshot is all that is known", () => {
  const known = Object.fromEntries(Object.entries(snapshot).filter(([field]) => field in EMPTY));
  assert.deepEqual(start, { ...EMPTY, ...known });
});

for (const { name, messages, then, ...wanted } of cases)
  test(name, () => {
    let mirror = start;
    const outcomes = messages.map((message) => {
      const outcome = reduce(mirror, message);
      ({ mirror } = outcome);
      return outcome;
    });
    assert.deepEqual(mirror, { ...start, ...then });
    assert.deepEqual(
      {
        events: outcomes.flatMap(({ events }) => events),
        acks: outcomes.flatMap(({ acks }) => acks),
        resend: outcomes.map(({ resend }) => resend).filter(Boolean),
        refused: outcomes.flatMap(({ refused }) => (refused ? [refused.code] : [])),
      },
      { events: [], acks: [], resend: [], refused: [], ...wanted },
    );
    assert.deepEqual(start, reduce(EMPTY, snapshot).mirror, "what was known before is not changed in place");
  });
