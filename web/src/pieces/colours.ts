// The colours of the rows. Each has a shape and a letter too, so nothing depends on colour alone.

import { COLOURS, SHAPES } from "../constants";

export type Colour = (typeof COLOURS)[number];

export const colour = (row: number): Colour => COLOURS[row] ?? "red";
export const shape = (row: number): string => SHAPES[row] ?? "";

/** Hues that look different: there are many greens, and few yellows. */
const HUES = [0, 22, 42, 100, 150, 178, 198, 218, 246, 274, 302, 332];

/** The hue of a player's face, from the name; names that differ only in their last sign differ clearly. */
export const hueOf = (name: string): number => {
  const hash = [...name].reduce((sum, sign) => (31 * sum + (sign.codePointAt(0) ?? 0)) % 9973, 7);
  return HUES[(hash * 5) % HUES.length] ?? 0;
};

/** The hues of pawns, by seat: none is a row's. */
const PAWNS = [268, 178, 318, 24, 92];

export const pawnHue = (seat: number): number => PAWNS[seat % PAWNS.length] ?? 0;
