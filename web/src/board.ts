// The board of On Board and a sheet.

import type { Sheet, Variant } from "./protocol";

/** For each space of the board: whether the sheet has its number crossed out already. */
export const crossedSpaces = (
  { board, rows }: Pick<Variant, "board" | "rows">,
  sheet: Sheet | undefined,
): boolean[] =>
  (board?.spaces ?? []).map(({ row, number }) => {
    const column = (rows[row] ?? []).findIndex((cell) => cell.number === number);
    return column >= 0 && (((sheet?.rows[row] ?? 0) >> column) & 1) === 1;
  });
