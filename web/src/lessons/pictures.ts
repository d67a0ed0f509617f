// The pictures of the rules page. The crosses on their sheets are in positions.ts, under the same names.

export interface Picture {
  /** Two white dice, then red, yellow, green and blue. */
  dice?: readonly number[];
  /** The rows to show; the whole sheet if absent. */
  rows?: readonly number[];
  /** Penalties alone, without a sheet. */
  penalties?: number;
  lucky?: readonly number[];
  /** Row and number of each cell that may be crossed. */
  possible?: readonly (readonly [number, number])[];
  /** The same for lucky crosses. */
  fortunate?: readonly (readonly [number, number])[];
  chosen?: readonly [number, number];
  /** The space of each seat's pawn. */
  pawns?: readonly number[];
  spaces?: readonly number[];
  stop?: number;
}

const [RED, YELLOW, GREEN, BLUE] = [0, 1, 2, 3] as const;

export const PICTURES: Record<string, Picture> = {
  sheet: {},
  order: { rows: [RED] },
  white: {
    dice: [4, 1, 2, 5, 3, 6],
    possible: [
      [RED, 5],
      [YELLOW, 5],
      [BLUE, 5],
    ],
  },
  colour: { dice: [4, 1, 2, 5, 3, 6], rows: [BLUE], possible: [[BLUE, 10]], chosen: [BLUE, 10] },
  penalty: { penalties: 2 },
  lock: { rows: [RED] },
  score: {},
  "longo-rows": { dice: [5, 1, 2, 7, 4, 8], rows: [BLUE], possible: [[BLUE, 13]], chosen: [BLUE, 13] },
  "longo-close": { rows: [GREEN] },
  "longo-lucky": {
    dice: [5, 1, 2, 7, 4, 8],
    lucky: [6, 11],
    possible: [
      [RED, 6],
      [YELLOW, 6],
      [GREEN, 6],
      [BLUE, 6],
    ],
    fortunate: [
      [RED, 2],
      [YELLOW, 2],
      [GREEN, 16],
      [BLUE, 16],
    ],
    chosen: [GREEN, 16],
  },
  "longo-score": {},
  "onboard-boards": { pawns: [0, 0] },
  "onboard-move": {
    pawns: [0, 3],
    spaces: [1, 2, 4, 5, 6],
    stop: 5,
    rows: [GREEN],
    possible: [[GREEN, 10]],
    chosen: [GREEN, 10],
  },
};

/** The chapters of each game, and our own readings of its rules. */
export const CHAPTERS = {
  classic: {
    parts: ["aim", "sheet", "order", "turn", "white", "colour", "penalty", "lock", "end", "score"],
    ours: ["hidden", "tie", "solo"],
  },
  longo: {
    parts: ["longo-rows", "longo-close", "longo-lucky", "longo-score"],
    ours: ["pairs", "lucky-closed"],
  },
  onboard: {
    parts: ["onboard-boards", "onboard-move", "onboard-penalty", "onboard-lap", "onboard-score"],
    ours: ["near-end", "later"],
  },
} as const;
export type Game = keyof typeof CHAPTERS;
