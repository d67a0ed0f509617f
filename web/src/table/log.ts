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

/** The turns of a log, the newest first. Each begins with its roll. */
export function turnsOf(log: readonly LogLine[]): LogTurn[] {
  const turns: (LogTurn & { lines: LogLine[] })[] = [];
  for (const line of log) {
    const { key, turn, event } = line;
    const last = turns.at(-1);
    if (event.type === "rolled") turns.push({ key, turn, roll: event, lines: [] });
    else if (last) last.lines.push(line);
    else turns.push({ key, turn, lines: [line] });
  }
  return turns.reverse();
}
