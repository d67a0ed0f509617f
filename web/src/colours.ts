// The colours of the rows. Each has a shape and a letter too, so nothing depends on colour alone.

import { COLOURS, SHAPES } from "./constants";

export type Colour = (typeof COLOURS)[number];

export const colour = (row: number): Colour => COLOURS[row] ?? "red";
export const shape = (row: number): string => SHAPES[row] ?? "";
