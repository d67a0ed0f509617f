// What happened, in words: for the log and for screen readers.

import { has, list, t } from "../i18n.svelte";
import { colour } from "../pieces/colours";
import type { GameView, LogLine, TableView, Variant } from "../protocol";
import type { TableEvent } from "./reducer";
import { cellName, isUs, spaceShown, unbroken } from "./words";

/** Why the game is over. `by` are the seats that caused it, if any did: the players are named, or are "you". */
export function causeText(
  cause: string,
  by: readonly number[],
  names: readonly string[],
  mine: readonly number[],
): string {
  const named = cause === "penalties" || cause === "resigned" ? by.map((seat) => names[seat] ?? "") : [];
  if (!named.length) return t(`cause.${cause}`);
  if (named.length > 1) return t("cause-all.resigned", { names: list(named) });
  if (mine.length === 1 && mine[0] === by[0]) return t(`cause-you.${cause}`);
  return t(`cause-of.${cause}`, { name: named[0] ?? "" });
}

/** The seats that resigned, or the seat that ended the game by its last penalty, if it was only one. */
export function endedBy(
  { cause, sheets }: GameView,
  { seats }: TableView,
  variant: Variant,
): readonly number[] {
  const seatsWhere = (is: (seat: number) => boolean): number[] =>
    sheets.flatMap((_, seat) => (is(seat) ? [seat] : []));
  if (cause === "resigned") return seatsWhere((seat) => !!seats[seat]?.resigned);
  const found = seatsWhere((seat) => sheets[seat]?.penalties === variant.max_penalties);
  return found.length === 1 ? found : [];
}

/** One sentence about an event. `mine` are the seats of this device: a player alone here is "you". `around` is what
 * happened with it: the last penalty or the player who resigned says who ended the game. */
export function eventText(
  { event, turn }: Pick<LogLine, "event" | "turn">,
  names: readonly string[],
  variant: Variant,
  mine: readonly number[] = [],
  around: readonly TableEvent[] = [],
): string {
  const name = (seat: number | null | undefined): string => names[seat ?? -1] ?? "";
  const isMe = (seat: number | null | undefined): boolean => mine.length === 1 && mine[0] === seat;
  const say = (what: string, seat: number, values: Record<string, string | number> = {}): string =>
    isMe(seat) ? t(`say-you.${what}`, values) : t(`say.${what}`, { ...values, name: name(seat) });
  switch (event.type) {
    case "rolled": {
      const coloured = event.colours.map((die) => die ?? "–").join(" ");
      return say("rolled", event.seat, { turn, dice: `${event.white.join(" + ")} · ${coloured}` });
    }
    case "passed":
      return say("passed", event.seat);
    case "crossed":
      return say(event.lucky ? "lucky" : "crossed", event.seat, {
        cell: unbroken(cellName(event.row, event.number)),
      });
    case "moved":
      return say("moved", event.seat, { space: unbroken(spaceShown(variant, event.space)) });
    case "closed":
      // Two sentences are easier to read than a list, many are not.
      if (event.seats.length > 2)
        return `${t(`closed.${colour(event.row)}`, { names: list(event.seats.map(name)) })}.`;
      return event.seats
        .map((seat) =>
          isMe(seat)
            ? t(`closes-you.${colour(event.row)}`)
            : t(`closes.${colour(event.row)}`, { name: name(seat) }),
        )
        .join(" ");
    case "penalised":
      return say("penalised", event.seat, {
        number: event.penalties,
        most: variant.max_penalties,
        points: variant.penalty_points,
      });
    case "final-lap":
      return say("final-lap", event.seat);
    case "ended": {
      const last = around.findLast((one) =>
        event.cause === "resigned"
          ? one.type === "notice" && one.what === "resigned"
          : one.type === "penalised" && one.penalties === variant.max_penalties,
      );
      const by = last && "seat" in last ? last.seat : undefined;
      return causeText(event.cause, typeof by === "number" ? [by] : [], names, mine);
    }
    case "notice":
      // Somebody who has stood up: the seat no longer knows whose it was.
      if (typeof event.seat === "number" && !name(event.seat)) return "";
      if (!isMe(event.seat) && !(typeof event.seat !== "number" && isUs(event.guest)))
        return t(`notice.${event.what}`, { name: name(event.seat) || event.name || t("people.unknown") });
      // What we do ourselves is no news to us, such as coming back after a reload.
      return has(`notice-you.${event.what}`) ? t(`notice-you.${event.what}`) : "";
    default:
      return "";
  }
}

/** With more players than this, the crosses that everybody makes with the white dice are not told. */
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
    return names.length <= FEW || mine.includes(event.seat ?? -1) || isOfTurn(event, news);
  });
  const passed = new Set(told.flatMap((event) => (event.type === "passed" ? [event.seat] : [])));
  const isQuiet = told.every(({ type }) => type === "passed");
  if (isQuiet && names.length > 1 && passed.size === names.length) return t("news.nobody");
  const isOurs = mine.length === 1 && told.every((event) => "seat" in event && event.seat === mine[0]);
  const tells = isQuiet || isOurs || names.length === 2;
  const sentences = told
    // A pass that nobody chose is always told to the player whose it is.
    .filter(
      (event) => tells || event.type !== "passed" || (mine.includes(event.seat) && isForced(event, news)),
    )
    .map((event) => said(event, news, names, variant, mine));
  // A reason may end with the sentence of an earlier pass.
  return [...new Set(sentences)]
    .filter((one, _, all) => one && !all.some((other) => other.endsWith(`. ${one}`)))
    .join(" ");
}

/** Whether the active player alone has done this: a choice in the colour action, or a move of the pawn. */
const isOfTurn = (event: TableEvent, news: readonly TableEvent[]): boolean =>
  event.type === "moved" || ("action" in event && event.action === 2 && !isForced(event, news));

function automatic(
  events: readonly TableEvent[],
  sum: number,
  names: readonly string[],
  variant: Variant,
  mine: readonly number[],
): string {
  const seatOf = (type: "passed" | "penalised"): number | undefined => {
    const seats = events.flatMap((event) => (event.type === type ? [event.seat] : []));
    return seats.find((seat) => mine.includes(seat)) ?? seats[0];
  };
  const isOurs = (seat: number | undefined): boolean => seat !== undefined && mine.includes(seat);
  const [passed, penalised] = [seatOf("passed"), seatOf("penalised")];
  // Our own pass comes before the penalty of somebody else.
  const found = isOurs(passed) ? passed : (penalised ?? passed);
  const sentences: string[] = [];
  if (found !== undefined) {
    const values = { sum, points: variant.penalty_points, name: names[found] ?? "" };
    const key = found === penalised ? "nothing-penalty" : "nothing";
    sentences.push(isOurs(found) ? t(`news.${key}`, values) : t(`news-of.${key}`, values));
  }
  const types = ["closed", "ended", ...(names.length <= FEW ? ["crossed"] : [])];
  for (const event of events)
    if (types.includes(event.type) || (event.type === "penalised" && event.seat !== found))
      sentences.push(said(event, events, names, variant, mine));
  return sentences.join(" ");
}

/** Whether an action passed by itself: it comes with an action before it, so nobody was asked. */
const isForced = (event: TableEvent, news: readonly TableEvent[]): boolean =>
  event.type === "passed" &&
  news.some((one) => "action" in one && one.action < event.action && one.seat === event.seat);

/** One event of the news; of our own pass also why nothing else was possible. */
function said(
  event: TableEvent,
  news: readonly TableEvent[],
  names: readonly string[],
  variant: Variant,
  mine: readonly number[],
): string {
  if (isForced(event, news) && event.type === "passed" && mine.includes(event.seat))
    return t(event.action === 3 ? "news.no-move" : "news.no-colour");
  return eventText({ turn: 0, event }, names, variant, mine, news);
}
