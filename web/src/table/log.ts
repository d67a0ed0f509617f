// The log of a game by turns.

import type { GameLog, LogLine } from "../protocol";
import type { TableEvent } from "./reducer";

type Rolled = Extract<TableEvent, { type: "rolled" }>;

export interface LogTurn {
  readonly turn: number;
  /** Undefined for what happened before the first roll that is known. */
  readonly roll?: Rolled;
  /** What followed the roll, in its order. */
  readonly lines: readonly LogLine[];
}

/** The log without what happened in the lobby, whose players may have other seats now. */
function sinceStart(log: readonly LogLine[]): readonly LogLine[] {
  const start = log.findLastIndex(({ event }) => event.type === "notice" && event.what === "started");
  if (start >= 0) return log.slice(start + 1);
  // This page has missed the start: the lobby has no turns.
  return log.filter(({ turn, event }) => turn || event.type !== "notice");
}

/** The log of a page that has missed something: as the server has it up to `shown`, the seq that the page shows, and what
 * the page has seen since the server answered. */
export const completed = (seen: readonly LogLine[], found: GameLog, shown: number): readonly LogLine[] => [
  ...found.lines.filter(({ seq, event }) => seq <= shown && event.type !== "chose"),
  ...seen.filter(({ seq }) => seq > found.seq),
];

/** The turns of a log, the newest first. Each begins with its roll. */
export function turnsOf(log: readonly LogLine[]): LogTurn[] {
  const turns: (LogTurn & { lines: LogLine[] })[] = [];
  for (const line of sinceStart(log)) {
    const { turn, event } = line;
    const last = turns.at(-1);
    if (event.type === "rolled") turns.push({ turn, roll: event, lines: [] });
    else if (last) last.lines.push(line);
    else turns.push({ turn, lines: [line] });
  }
  return turns.reverse();
}
