// The size of the text in the dice tray, so that the tray keeps its height in every language. Pure.

/** Height of a line of the question and of the news in pixels, and the letters that fit on one, on the smallest phone. */
const SIZES = [
  { name: "", ask: { height: 17.3, letters: 29 }, news: { height: 14.4, letters: 42 } },
  { name: "long", ask: { height: 15.4, letters: 33 }, news: { height: 13.9, letters: 45 } },
  { name: "longer", ask: { height: 13.5, letters: 37 }, news: { height: 12.3, letters: 50 } },
] as const;
/** The room for both, in pixels. */
const ROOM = 64;

/** The largest size in which the question and the news fit; the smallest one if none does. */
export function sizeOf(question: string, news: string): "" | "long" | "longer" {
  const high = (text: string, { height, letters }: { height: number; letters: number }): number =>
    height * Math.ceil(text.length / letters);
  return (
    SIZES.find(({ ask, news: line }) => high(question, ask) + high(news, line) <= ROOM)?.name ?? "longer"
  );
}
