// Keyboard shortcuts.

import type { Offer } from "../protocol";
import { settings } from "../settings.svelte";

/** The keys of the table. */
const WISHES = {
  r: "roll",
  p: "pass",
  h: "hint",
  c: "chat",
  o: "menu",
  m: "mute",
  "?": "help",
  Enter: "confirm",
  Escape: "take-back",
  ArrowRight: "next",
  ArrowDown: "next",
  ArrowLeft: "previous",
  ArrowUp: "previous",
} as const;
type Wish = (typeof WISHES)[keyof typeof WISHES];

/** What a key press at the table asks for: the number of a choice, or something else. Nothing while somebody types, while
 * a drawer is open, or where shortcuts are switched off. */
export function wishOf(event: KeyboardEvent): Wish | number | undefined {
  if (!settings.keys || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return undefined;
  if ((event.target as HTMLElement).closest("input, textarea, select, dialog")) return undefined;
  if (/^[1-9]$/.test(event.key)) return Number(event.key);
  return WISHES[(letterOf(event) || event.key) as keyof typeof WISHES];
}

/** The Latin letter of a key press: on a Greek or Ukrainian keyboard the one that is printed on the same key. */
export function letterOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const letter = key.toLowerCase();
  if (/^[a-z]$/.test(letter)) return letter;
  return /^\p{L}$/u.test(letter) && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : "";
}

/** The digit that picks a choice: its place among all, where the first is to pass. */
export function digitOf(offers: readonly Offer[], offer: Offer | undefined): number | undefined {
  const at = settings.keys && offer ? offers.indexOf(offer) : 0;
  return at > 0 && at < 10 ? at : undefined;
}
