// The colours of the rows. Each has a shape and a letter too, so nothing depends on colour alone.

import { COLOURS, SHAPES } from "./constants";

export type Colour = (typeof COLOURS)[number];

export const colour = (row: number): Colour => COLOURS[row] ?? "red";
export const shape = (row: number): string => SHAPES[row] ?? "";

/** The hue of a player's face, from the name; similar names differ clearly. */
export const hueOf = (name: string): number =>
  ([...name].reduce((sum, sign) => (31 * sum + (sign.codePointAt(0) ?? 0)) % 9973, 7) * 137) % 360;
