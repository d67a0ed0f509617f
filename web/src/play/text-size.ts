// The size of texts in the dice tray and on the main button, so that both keep their height in every language. Pure.

interface Size {
  readonly name: string;
  /** Height of a line of the first and of the second text in pixels, and the letters that fit on one. */
  readonly lines: readonly [high: number, letters: number, below: number, lettersBelow: number];
}

/** On the smallest phone. The question keeps its size as long as smaller news make room for it. */
const TRAY: readonly Size[] = [
  { name: "", lines: [17.3, 29, 14.4, 42] },
  { name: "small-news", lines: [17.3, 29, 13.9, 45] },
  { name: "smaller-news", lines: [17.3, 29, 12.3, 50] },
  { name: "long", lines: [15.4, 33, 13.9, 45] },
  { name: "long smaller-news", lines: [15.4, 33, 12.3, 50] },
  { name: "longer", lines: [13.5, 37, 12.3, 50] },
];
const BUTTON: readonly Size[] = [
  { name: "", lines: [17.7, 20, 13.8, 30] },
  { name: "long", lines: [15.8, 24, 12.4, 33] },
  { name: "longer", lines: [13.9, 28, 12.4, 33] },
];
/** The room for both texts, in pixels. */
const TRAY_ROOM = 64;
const BUTTON_ROOM = 50;
/** The main button beside a Pass that ends the game, as a part of its usual width. */
const NARROW = 0.91;

/** The number of lines of a text that is broken at its spaces, but not at no-break ones. */
function linesOf(text: string, letters: number): number {
  let [lines, used] = [0, Infinity];
  for (const word of text.split(" ").filter(Boolean)) {
    used += 1 + word.length;
    if (used > letters) [lines, used] = [lines + Math.ceil(word.length / letters), word.length];
  }
  return lines;
}

/** The largest size in which both texts fit, in a part of the usual width; the smallest one if none does. */
function fitting(sizes: readonly Size[], room: number, text: string, below: string, part = 1): string {
  const high = ({ lines: [height, letters, heightBelow, lettersBelow] }: Size): number =>
    height * linesOf(text, part * letters) + heightBelow * linesOf(below, part * lettersBelow);
  return sizes.find((size) => high(size) <= room)?.name ?? "longer";
}

/** The size of the question and the news in the tray. */
export const sizeOf = (question: string, news: string): string => fitting(TRAY, TRAY_ROOM, question, news);

/** The size of the main button's text and of the consequences below it. A wide button beside it leaves it less room. */
export const barSize = (what: string, costs: string, narrow = false): string =>
  fitting(BUTTON, BUTTON_ROOM, what, costs, narrow ? NARROW : 1);
