// The guest who plays in this browser. The secret is in a cookie that scripts cannot read.

import * as api from "./api";
import { t } from "./i18n.svelte";
import type { GuestProfile } from "./protocol";

export const person = $state<{ guest: GuestProfile | undefined }>({ guest: undefined });

/** The guest of this browser; the server is asked once. */
export async function introduce(): Promise<GuestProfile> {
  person.guest ??= await api.me(t("guest.name", { number: 1 + Math.floor(Math.random() * 999) }));
  return person.guest;
}

/** The guest of this browser, if it has one: a page that anybody may open makes none. Offline it shows what it can. */
export async function recognise(): Promise<void> {
  person.guest ??= (await api.guest().catch(() => undefined)) ?? undefined;
}

export async function rename(name: string): Promise<void> {
  await introduce();
  person.guest = await api.rename(name);
}
