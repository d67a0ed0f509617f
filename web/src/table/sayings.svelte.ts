// What the guests at a table have just said: each line is shown for a moment.

import { untrack } from "svelte";

import type { ChatLine } from "../protocol";
import { isReaction } from "./reactions";

/** How long a line is shown, in milliseconds; `Bubble` has the same number. */
const SHOWN = 5000;

export class Sayings {
  /** By guest. */
  private shown = $state<Record<string, string>>({});

  constructor(private readonly chat: () => readonly ChatLine[]) {
    let known = untrack(chat).at(-1)?.number ?? 0;
    $effect(() => {
      const last = chat().at(-1);
      if (!last || last.number <= known) return;
      known = last.number;
      untrack(() => this.show(last));
    });
  }

  /** What a guest has just said; empty if nothing. */
  of(guest: string | undefined): string {
    return this.shown[guest ?? ""] ?? "";
  }

  /** The last line, if it is in words and of somebody else. */
  words(me: string): ChatLine | undefined {
    const last = this.chat().at(-1);
    if (!last || last.guest === me || this.of(last.guest) !== last.text) return undefined;
    return isReaction(last.text) ? undefined : last;
  }

  private show({ guest, text }: ChatLine): void {
    this.shown[guest] = text;
    setTimeout(() => {
      if (this.shown[guest] === text) Reflect.deleteProperty(this.shown, guest);
    }, SHOWN);
  }
}
