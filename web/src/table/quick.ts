// A game in one tap: against a bot, or alone for practice.

import * as api from "../api";
import { LEVELS } from "../constants";
import { introduce } from "../person.svelte";
import { unlock } from "../senses/audio";
import type { NewTable } from "../protocol";
import { go } from "../router.svelte";

export type Level = (typeof LEVELS)[number];

const KEY = "qwixx.level";

/** The level that was played last. */
export const lastLevel = (): Level => LEVELS.find((level) => level === localStorage.getItem(KEY)) ?? "medium";

/** Creates the table; the table's screen then takes a seat and starts. */
async function begin(table: NewTable): Promise<void> {
  unlock();
  await introduce();
  const made = await api.newTable(table);
  go(`/t/${made.id}?now`);
}

const ALONE = { visibility: "private", chat: false, roll_after: null } as const;

export function playNow(level: Level, variant = "classic"): Promise<void> {
  localStorage.setItem(KEY, level);
  return begin({ options: { ...ALONE, variant, seats: 2 }, bots: [null, level] });
}
export const practise = (): Promise<void> => begin({ options: { ...ALONE, seats: 1, training: true } });
