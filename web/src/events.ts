// What happened, in words: for the log and for screen readers.

import { colour } from "./colours";
import { list, t } from "./i18n.svelte";
import type { Variant } from "./protocol";
import type { TableEvent } from "./reducer";
import type { LogLine } from "./table.svelte";
import { cellName, spaceName } from "./words";

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
    .map((event) => eventText({ key: 0, turn: 0, event }, names, variant))
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
  const said: string[] = [];
  if (found && "seat" in found) {
    const seat = found.seat ?? -1;
    const points = variant.penalty_points;
    const key = penalised ? "nothing-penalty" : "nothing";
    const values = { sum, points, name: names[seat] ?? "" };
    said.push(mine.includes(seat) ? t(`news.${key}`, values) : t(`news-of.${key}`, values));
  }
  for (const event of events)
    if (event.type === "ended" || event.type === "closed")
      said.push(eventText({ key: 0, turn: 0, event }, names, variant));
  return said.join(" ");
}
