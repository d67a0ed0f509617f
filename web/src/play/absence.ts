// Another player who is away or is awaited for too long, so that a bot may soon play for them.

import type { Table } from "../table/table.svelte";

export interface Absence {
  /** Gone, cut off, or there without acting; the last is shown only when its time has come. */
  readonly what: "seat.left" | "seat.away" | "table.idle";
  /** When a bot may take the seat, by this device's clock: at once if the guest has left. */
  readonly at: number;
}

/** Whether a guest left and has not come back since. */
const hasLeft = ({ log }: Table, guest: string): boolean =>
  log
    .flatMap(({ event }) => (event.type === "notice" && event.guest === guest ? [event.what] : []))
    .findLast((what) => what === "left" || what === "back") === "left";

export function absenceOf(table: Table, n: number): Absence | undefined {
  const { game, view, skew } = table;
  const { guest, stand_in, away } = view?.seats[n] ?? {};
  if (!game || !view || !guest || stand_in || table.mySeats.includes(n)) return undefined;
  if (away) {
    const left = hasLeft(table, guest);
    const wait = left ? 0 : 1000 * (view.options.away_after ?? 60);
    return { what: left ? "seat.left" : "seat.away", at: away + wait - skew };
  }
  const idle = game.idle && (game.awaited ?? []).includes(n);
  return idle ? { what: "table.idle", at: game.idle - skew } : undefined;
}
