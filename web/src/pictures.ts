// The examples of the rules page, as data: positions to be drawn, nothing to be worked out.

export interface Picture {
  /** Two white dice, then red, yellow, green and blue. */
  dice?: readonly number[];
  /** The rows to be shown; without, the whole sheet. */
  rows?: readonly number[];
  /** By row: the crossed numbers. */
  crosses?: Partial<Record<number, readonly number[]>>;
  /** Rows whose lock is crossed. */
  locks?: readonly number[];
  penalties?: number;
  total?: number;
  lucky?: readonly number[];
  /** Row and number of what may be crossed. */
  possible?: readonly (readonly [number, number])[];
  /** The same for lucky crosses. */
  fortunate?: readonly (readonly [number, number])[];
  chosen?: readonly [number, number];
  /** By seat: where its pawn stands. */
  pawns?: readonly number[];
  spaces?: readonly number[];
  stop?: number;
  onlyPenalties?: boolean;
}

const [RED, YELLOW, GREEN, BLUE] = [0, 1, 2, 3] as const;

export const PICTURES: Record<string, Picture> = {
  sheet: { total: 0 },
  order: { rows: [RED], crosses: { [RED]: [5, 7] } },
  white: {
    dice: [4, 1, 2, 5, 3, 6],
    crosses: { [RED]: [3], [GREEN]: [12, 9, 4] },
    possible: [
      [RED, 5],
      [YELLOW, 5],
      [BLUE, 5],
    ],
    total: 7,
  },
  colour: { dice: [4, 1, 2, 5, 3, 6], rows: [BLUE], possible: [[BLUE, 10]], chosen: [BLUE, 10] },
  penalty: { onlyPenalties: true, penalties: 2 },
  lock: { rows: [RED], crosses: { [RED]: [2, 4, 5, 8, 11, 12] }, locks: [RED] },
  score: {
    crosses: {
      [RED]: [2, 3, 5, 9],
      [YELLOW]: [4, 6, 7],
      [GREEN]: [12, 11, 9, 8, 6, 5, 4],
      [BLUE]: [12, 11, 10, 9, 7, 5, 4, 3],
    },
    penalties: 2,
    total: 70,
  },
  "longo-rows": { dice: [5, 1, 2, 7, 4, 8], rows: [BLUE], possible: [[BLUE, 13]], chosen: [BLUE, 13] },
  "longo-close": { rows: [GREEN], crosses: { [GREEN]: [16, 14, 12, 11, 7, 5, 3] }, locks: [GREEN] },
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
    total: 0,
  },
  "longo-score": {
    crosses: {
      [RED]: [2, 5, 6, 9],
      [YELLOW]: [3, 7, 8],
      [GREEN]: [16, 15, 14, 12, 11, 9, 8, 7, 5],
      [BLUE]: [16, 14, 13, 11, 10, 8, 6, 5],
    },
    penalties: 2,
    total: 87,
  },
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
