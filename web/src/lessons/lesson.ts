// The guided first game: its dice and choices as data. The server checks them as at any table.

import type { Choice } from "../table/table.svelte";

/** Row and number of a cross, or null for a pass. */
type Wish = readonly [row: number, number: number] | null;
/** The choices of action 1 and, for the active player, action 2. */
type Wishes = readonly [white: Wish, colour?: Wish];

export interface Step {
  name: string;
  white: readonly [number, number];
  colours: readonly number[];
  mine: Wishes;
  theirs: Wishes;
}

const [RED, YELLOW, GREEN] = [0, 1, 2] as const;

export const STEPS: readonly Step[] = [
  {
    name: "first",
    white: [1, 2],
    colours: [3, 5, 2, 4],
    mine: [
      [RED, 3],
      [RED, 5],
    ],
    theirs: [[YELLOW, 3]],
  },
  {
    name: "second",
    white: [4, 2],
    colours: [1, 3, 6, 2],
    mine: [[RED, 6]],
    theirs: [
      [YELLOW, 6],
      [YELLOW, 7],
    ],
  },
  {
    name: "third",
    white: [5, 3],
    colours: [4, 1, 5, 6],
    mine: [
      [RED, 8],
      [RED, 9],
    ],
    theirs: [[YELLOW, 8]],
  },
  {
    name: "fourth",
    white: [6, 4],
    colours: [2, 6, 3, 1],
    mine: [[RED, 10]],
    theirs: [
      [YELLOW, 10],
      [YELLOW, 12],
    ],
  },
  { name: "fifth", white: [1, 3], colours: [2, 6, 2, 1], mine: [null, null], theirs: [null] },
  { name: "sixth", white: [6, 6], colours: [5, 3, 4, 2], mine: [[RED, 12]], theirs: [[GREEN, 12]] },
];

const PARTS = ["roll", "white", "colour"] as const;

/** The keys of all that it says. */
export const TEXTS: readonly string[] = STEPS.flatMap(({ name, mine, theirs }) =>
  PARTS.slice(0, mine.length + theirs.length).map((part) => `learn.${name}-${part}`),
);

export const wished = (wish: Wish | undefined, seat: number): Choice =>
  wish ? { type: "cross", seat, row: wish[0], number: wish[1] } : { type: "pass", seat };

const KEY = "qwixx.lessons";

/** The ids of this device's guided games; the last one can be resumed. */
export function lessons(): string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(known) ? known.map(String) : [];
  } catch {
    return [];
  }
}

export const remember = (tables: string[]): void =>
  localStorage.setItem(KEY, JSON.stringify(tables.slice(-20)));
