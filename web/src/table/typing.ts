// Dice that players with real dice type in. Pure.

import type { Dice } from "../protocol";

const ROWS = [0, 1, 2, 3];

/** The dice in play in the order in which they are typed: two white ones, then those of the open rows. */
export const diceInPlay = (closed: readonly number[]): (number | undefined)[] => [
  undefined,
  undefined,
  ...ROWS.filter((row) => !closed.includes(row)),
];

/** What is typed so far, as a roll: 0 for a die that is still missing. */
export function rollOf(typed: readonly number[], closed: readonly number[]): Dice {
  const [one = 0, two = 0, ...rest] = typed;
  return {
    white: [one, two],
    colours: ROWS.map((row) => (closed.includes(row) ? null : (rest.shift() ?? 0))),
  };
}
