// A game in one tap: against a bot, or alone for practice.

import * as api from "./api";
import { introduce } from "./person.svelte";
import type { NewTable } from "./protocol";
import { go } from "./router.svelte";

/** Creates the table; the table's screen then takes a seat and starts. */
async function begin(table: NewTable): Promise<void> {
  await introduce();
  const made = await api.newTable(table);
  go(`/t/${made.id}?now`);
}

const ALONE = { visibility: "private", chat: false, roll_after: null } as const;

export const playNow = (): Promise<void> => begin({ options: { ...ALONE, seats: 2 }, bots: [null, "gap"] });
export const practise = (): Promise<void> => begin({ options: { ...ALONE, seats: 1, training: true } });
