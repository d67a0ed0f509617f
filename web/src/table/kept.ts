// What this tab shows again after a reload and the server does not say: the last roll, the log of the game, and which chat
// lines were read.

import type { ChatLine, LogLine, Roll } from "../protocol";

/** The log of one table: the last one in this tab. */
const LOG = "qwixx.log";

const rollPlace = (table: string): string => `qwixx.roll.${table}`;
const readPlace = (table: string): string => `qwixx.read.${table}`;

export function keepRoll(table: string, turn: number, roll: Roll): void {
  sessionStorage.setItem(rollPlace(table), JSON.stringify({ turn, roll }));
}

/** The roll of this turn, if this tab has seen it. */
export function keptRoll(table: string, turn: number): Roll | undefined {
  const kept = JSON.parse(sessionStorage.getItem(rollPlace(table)) ?? "null") as {
    turn: number;
    roll: Roll;
  } | null;
  return kept?.turn === turn ? kept.roll : undefined;
}

export function keepLog(table: string, lines: readonly LogLine[]): void {
  sessionStorage.setItem(LOG, JSON.stringify({ table, lines }));
}

export function keptLog(table: string): readonly LogLine[] {
  const kept = JSON.parse(sessionStorage.getItem(LOG) ?? "null") as {
    table: string;
    lines: readonly LogLine[];
  } | null;
  return kept?.table === table ? kept.lines : [];
}

export function keepRead(table: string, last: number): void {
  sessionStorage.setItem(readPlace(table), String(last));
}

/** The number of the last line that was read. For somebody who is new here, the lines so far count as read. */
export function lastRead(table: string, lines: readonly ChatLine[]): number {
  return Number(sessionStorage.getItem(readPlace(table)) ?? lines.at(-1)?.number ?? 0);
}
