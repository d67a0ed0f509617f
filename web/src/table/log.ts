// The log of a game by turns.

import type { LogLine } from "./kept";
import type { TableEvent } from "./reducer";

type Rolled = Extract<TableEvent, { type: "rolled" }>;

export interface LogTurn {
  readonly key: number;
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

/** The turns of a log, the newest first. Each begins with its roll. */
export function turnsOf(log: readonly LogLine[]): LogTurn[] {
  const turns: (LogTurn & { lines: LogLine[] })[] = [];
  for (const line of sinceStart(log)) {
    const { key, turn, event } = line;
    const last = turns.at(-1);
    if (event.type === "rolled") turns.push({ key, turn, roll: event, lines: [] });
    else if (last) last.lines.push(line);
    else turns.push({ key, turn, lines: [line] });
  }
  return turns.reverse();
}
