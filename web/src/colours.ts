// Rows are red, yellow, green, blue everywhere; each has a shape and a letter beside its colour.

export const COLOURS = ["red", "yellow", "green", "blue"] as const;
export type Colour = (typeof COLOURS)[number];
export const SHAPES = ["●", "▲", "■", "◆"] as const;

export const colour = (row: number): Colour => COLOURS[row] ?? "red";
export const shape = (row: number): string => SHAPES[row] ?? "";
