// Rows are red, yellow, green, blue everywhere; each has a shape and a letter beside its colour.

import { COLOURS, SHAPES } from "./constants";

export type Colour = (typeof COLOURS)[number];

export const colour = (row: number): Colour => COLOURS[row] ?? "red";
export const shape = (row: number): string => SHAPES[row] ?? "";
