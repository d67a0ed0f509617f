// Dice that players with real dice type in. Pure.

import type { Dice } from "../protocol";

const ROWS = [0, 1, 2, 3];

/** Dice while they are typed in. */
export interface Entry {
  /** In the order of `diceInPlay`, 0 for a die that is missing. */
  values: readonly number[];
  /** The die that is typed next; undefined if none is. */
  next: number | undefined;
}

/** The dice in play in the order in which they are typed: two white ones, then those of the open rows. */
export const diceInPlay = (closed: readonly number[]): (number | undefined)[] => [
  undefined,
  undefined,
  ...ROWS.filter((row) => !closed.includes(row)),
];

export const nothingTyped = (closed: readonly number[]): Entry => ({
  values: diceInPlay(closed).map(() => 0),
  next: 0,
});

/** A whole roll, to be corrected. */
export const entryOf = ({ white, colours }: Dice): Entry => ({
  values: [...white, ...colours.filter((value) => value !== null)],
  next: undefined,
});

/** After a number: the next die is the first one that is missing behind it, or else from the left. */
export function typed({ values, next }: Entry, value: number): Entry {
  if (next === undefined) return { values, next };
  const all = values.with(next, value);
  const behind = all.indexOf(0, next);
  const missing = behind < 0 ? all.indexOf(0) : behind;
  return { values: all, next: missing < 0 ? undefined : missing };
}

/** Without the number of the chosen die, or of the last one before it that has one. */
export function erased({ values, next }: Entry): Entry {
  const last = values.findLastIndex((value, n) => value > 0 && n <= (next ?? values.length));
  return last < 0 ? { values, next } : { values: values.with(last, 0), next: last };
}

/** The values as a roll. */
export function rollOf({ values }: Entry, closed: readonly number[]): Dice {
  const [one = 0, two = 0, ...rest] = values;
  return {
    white: [one, two],
    colours: ROWS.map((row) => (closed.includes(row) ? null : (rest.shift() ?? 0))),
  };
}
