// What happened, in words: for the log and for screen readers.

import { colour } from "./colours";
import { list, t } from "./i18n.svelte";
import type { GameView, TableView, Variant } from "./protocol";
import type { TableEvent } from "./reducer";
import type { LogLine } from "./table.svelte";
import { cellName, spaceName } from "./words";

/** Why the game is over. `by` is the seat that caused it, if one did: the player is named, or is "you". */
export function causeText(
  cause: string,
  by: number | undefined,
  names: readonly string[],
  mine: readonly number[],
): string {
  const isNamed = by !== undefined && (cause === "penalties" || cause === "resigned");
  if (!isNamed) return t(`cause.${cause}`);
  if (mine.length === 1 && mine[0] === by) return t(`cause-you.${cause}`);
  return t(`cause-of.${cause}`, { name: names[by] ?? "" });
}

/** The seat that ended the game by its last penalty or by resigning, if it was only one. */
export function endedBy(
  { cause, sheets }: GameView,
  { seats }: TableView,
  variant: Variant,
): number | undefined {
  const isCause = (seat: number): boolean =>
    cause === "penalties" ? sheets[seat]?.penalties === variant.max_penalties : !!seats[seat]?.resigned;
  const found = sheets.flatMap((_, seat) => (isCause(seat) ? [seat] : []));
  return found.length === 1 ? found[0] : undefined;
}

export function eventText({ event, turn }: LogLine, names: readonly string[], variant: Variant): string {
  const name = (seat: number | null | undefined): string => names[seat ?? -1] ?? "";
  switch (event.type) {
    case "rolled":
      return t("event.rolled", {
        turn,
        name: name(event.seat),
        dice: [...event.white, ...event.colours.map((die) => die ?? "–")].join(" "),
      });
    case "passed":
      return t("event.passed", { name: name(event.seat) });
    case "crossed":
      return t(event.lucky ? "event.lucky" : "event.crossed", {
        name: name(event.seat),
        cell: cellName(event.row, event.number),
      });
    case "moved":
      return t("event.moved", { name: name(event.seat), space: spaceName(variant, event.space) });
    case "closed":
      return t(`closed.${colour(event.row)}`, { names: list(event.seats.map(name)) });
    case "penalised":
      return t("event.penalised", {
        name: name(event.seat),
        number: event.penalties,
        most: variant.max_penalties,
        points: variant.penalty_points,
      });
    case "final-lap":
      return t("event.final-lap", { name: name(event.seat) });
    case "ended":
      return t(`cause.${event.cause}`);
    case "notice":
      return t(`notice.${event.what}`, { name: name(event.seat) });
    default:
      return "";
  }
}

/** With more players than this only what concerns everybody, and oneself, is said under the dice. */
const FEW = 3;

/** One sentence about what has just happened, for the place under the dice. */
export function newsText(
  news: readonly TableEvent[],
  names: readonly string[],
  variant: Variant,
  mine: readonly number[],
): string {
  const at = news.findIndex(({ type }) => type === "rolled");
  const roll = news[at];
  // What comes with the roll has happened by itself: nothing fitted.
  if (roll?.type === "rolled")
    return automatic(news.slice(at), roll.white[0] + roll.white[1], names, variant, mine);
  const told = news.filter((event) => {
    if (["closed", "penalised", "final-lap", "ended", "notice"].includes(event.type)) return true;
    if (!("seat" in event) || event.type === "turn-began" || event.type === "chose") return false;
    return names.length <= FEW || mine.includes(event.seat ?? -1);
  });
  const isQuiet = told.every(({ type }) => type === "passed");
  return told
    .filter(({ type }) => isQuiet || type !== "passed")
    .map((event) => said(event, news, names, variant, mine))
    .filter(Boolean)
    .join(" · ");
}

function automatic(
  events: readonly TableEvent[],
  sum: number,
  names: readonly string[],
  variant: Variant,
  mine: readonly number[],
): string {
  const is = (type: TableEvent["type"]) => (event: TableEvent) => event.type === type && "seat" in event;
  const penalised = events.find(is("penalised"));
  const passed =
    events.find((event) => event.type === "passed" && mine.includes(event.seat)) ?? events.find(is("passed"));
  const found = penalised ?? passed;
  const sentences: string[] = [];
  if (found && "seat" in found) {
    const seat = found.seat ?? -1;
    const points = variant.penalty_points;
    const key = penalised ? "nothing-penalty" : "nothing";
    const values = { sum, points, name: names[seat] ?? "" };
    sentences.push(mine.includes(seat) ? t(`news.${key}`, values) : t(`news-of.${key}`, values));
  }
  for (const event of events)
    if (event.type === "ended" || event.type === "closed")
      sentences.push(said(event, events, names, variant, mine));
  const crosses = events.filter(({ type }) => type === "crossed" && names.length <= FEW);
  const others = crosses.map((event) => said(event, events, names, variant, mine));
  return [sentences.join(" "), ...others].join(" · ");
}

/** One event of the news; of the end also who caused it. */
function said(
  event: TableEvent,
  news: readonly TableEvent[],
  names: readonly string[],
  variant: Variant,
  mine: readonly number[],
): string {
  if (event.type !== "ended") return eventText({ key: 0, turn: 0, event }, names, variant);
  const last = news.find((one) => one.type === "penalised" && one.penalties === variant.max_penalties);
  return causeText(event.cause, last?.type === "penalised" ? last.seat : undefined, names, mine);
}
