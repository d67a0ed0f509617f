// A player's choice until the server has it, kept in this tab: a reload loses neither a tap nor a confirmed choice.

import type { Choice } from "./reducer";

export interface Tap {
  readonly seat: number;
  readonly turn: number;
  readonly action: number;
  readonly choice: Choice;
  /** Confirmed: it was on its way to the server. */
  readonly sent: boolean;
}

const place = (table: string, seat: number): string => `qwixx.tap.${table}.${String(seat)}`;

export function remember(table: string, tap: Tap): void {
  sessionStorage.setItem(place(table, tap.seat), JSON.stringify(tap));
}

export function forget(table: string, seat: number): void {
  sessionStorage.removeItem(place(table, seat));
}

/** The choice for this question, if one was made. */
export function recall(
  table: string,
  { seat, turn, action }: Pick<Tap, "seat" | "turn" | "action">,
): Tap | undefined {
  const tap = JSON.parse(sessionStorage.getItem(place(table, seat)) ?? "null") as Tap | null;
  return tap?.turn === turn && tap.action === action ? tap : undefined;
}
