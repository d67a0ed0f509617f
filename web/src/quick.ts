// A game against a bot in one tap.

import * as api from "./api";
import { introduce } from "./person.svelte";
import { go } from "./router.svelte";

/** The start is the table's business. */
export async function playNow(): Promise<void> {
  await introduce();
  const made = await api.newTable({
    options: { seats: 2, visibility: "private", chat: false, roll_after: null },
    bots: [null, "gap"],
  });
  go(`/t/${made.id}?now`);
}
