// The board of On Board: its road, and what a sheet has of it. Pure.

import { REACH } from "../constants";
import type { Sheet, Variant } from "../protocol";

/** For each space of the board: whether the sheet has its number crossed out already. */
export const crossedSpaces = (
  { board, rows }: Pick<Variant, "board" | "rows">,
  sheet: Sheet | undefined,
): boolean[] =>
  (board?.spaces ?? []).map(({ row, number }) => {
    const column = (rows[row] ?? []).findIndex((cell) => cell.number === number);
    return column >= 0 && (((sheet?.rows[row] ?? 0) >> column) & 1) === 1;
  });

/** The spaces of the strip: the pawn's own and all that it may reach, over the pawns of the others, so that no question
 * changes the strip. 0 is the start, which takes the place of a space. */
export function stripOf(spaces: number, pawn: number, players: number): number[] {
  const many = REACH + players;
  const first = Math.max(0, Math.min(pawn, spaces - many + 1));
  return Array.from({ length: Math.min(many, spaces + 1) }, (_, n) => first + n);
}

/** The line of the road through the centres of the spaces, which are squares of size 1: it comes from inside the start above the
 * first space, turns at the end of each line of `width` spaces, and leaves the last space towards the goal below it. */
export function roadOf(spaces: number, width: number): string {
  const last = Math.ceil(spaces / width) - 1;
  let path = "M.5-.2V.5";
  for (let line = 0; line <= last; line++) {
    const back = line % 2 === 1;
    const many = line < last ? width : spaces - last * width;
    const x = back ? width - many + 0.5 : many - 0.5;
    const y = line + 0.5;
    path += `H${String(x)}`;
    if (line === last) return `${path}v.7`;
    const out = x + (back ? -0.5 : 0.5);
    path += `C${String(out)} ${String(y)} ${String(out)} ${String(y + 1)} ${String(x)} ${String(y + 1)}`;
  }
  return path;
}
