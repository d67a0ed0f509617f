// Names of choices, cells and spaces. Each colour has a message of its own, because languages inflect colours.

import { either, t } from "../i18n.svelte";
import { numbered } from "../namesakes";
import { colour } from "../pieces/colours";
import { person } from "../person.svelte";
import type { Decision, Moment, Offer, TableView, Variant } from "../protocol";
import { withNamesHere } from "./here.svelte";
import type { Choice } from "./table.svelte";

/** The name of a bot: that of its character if it was chosen by its level. */
export const botName = (bot: string, level = ""): string => (level ? t(`bot.${level}`) : bot);

/** The names of the people and bots of a table, by seat; of several people at this device, those given here. */
export function seatNames(table: TableView | undefined): string[] {
  if (!table) return [];
  const names = table.seats.map(
    (seat, n) => seat.name || botName(seat.bot ?? "", seat.level) || t("seat.number", { number: n + 1 }),
  );
  return withNamesHere(table.id, names, ourSeats(table));
}

/** The seats of the guest of this browser. */
export const ourSeats = ({ seats }: TableView): number[] =>
  seats.flatMap(({ guest }, n) => (isUs(guest) ? [n] : []));

/** Whether it is the guest of this browser. */
export const isUs = (guest: string | undefined): boolean => !!guest && guest === person.guest?.id;

/** What the players are called on this device: equal names have numbers, and somebody alone here is "You", but not in a
 * game that a bot finishes for them. */
export function playerNames(table: TableView | undefined): string[] {
  const [own = -1, ...others] = table ? ourSeats(table) : [];
  const areYou = !others.length && !(table?.status === "playing" && table.seats[own]?.resigned);
  return numbered(seatNames(table)).map((name, n) => (n === own && areYou ? t("play.you") : name));
}

/** Why a finished game cannot be shown: a link to it names no table. */
export const refusedGame = (code: string): string =>
  t(code === "no-such-table" ? "replay.missing" : `refusal.${code}`);

export const cellName = (row: number, number: number): string => t(`cell.${colour(row)}`, { number });

/** A name of a cell or space in a sentence: its number and points stay on the line of its colour. */
export const unbroken = (text: string): string => text.replace(/ (?=\d+(?:$| )|\(\+)/g, "\u00a0");

/** A space for screen readers, which cannot see where it is: with its number on the board. */
export function spaceName(variant: Variant, space: number): string {
  const found = variant.board?.spaces[space - 1];
  if (!found) return String(space);
  return t("space.name", { space, cell: cellName(found.row, found.number), points: found.points });
}

/** A space as it is drawn: no number of its own is printed on it. */
export function spaceShown(variant: Variant, space: number): string {
  const found = variant.board?.spaces[space - 1];
  return found ? `${cellName(found.row, found.number)} (+${String(found.points)})` : String(space);
}

export function choiceName(variant: Variant, choice: Choice): string {
  switch (choice.type) {
    case "cross":
      return cellName(choice.row, choice.number);
    case "move":
      return spaceShown(variant, choice.space);
    default:
      return t("choice.pass");
  }
}

/** What the main button does. */
export function doText(variant: Variant, choice: Choice): string {
  if (choice.type === "cross") return t("do.cross", { cell: cellName(choice.row, choice.number) });
  if (choice.type === "move") return t("do.move", { space: spaceShown(variant, choice.space) });
  return t("do.pass");
}

/** The row whose colour a choice has; undefined for a pass. */
export function rowOf(variant: Variant, choice: Choice): number | undefined {
  if (choice.type === "cross") return choice.row;
  return choice.type === "move" ? variant.board?.spaces[choice.space - 1]?.row : undefined;
}

/** What the choices have that needs a word: spaces that cost a penalty, or in Longo a lucky roll. */
export function offerNews(variant: Variant, offers: readonly Offer[], sum: number): string {
  if (offers.some(({ choice, penalty }) => choice.type === "move" && penalty))
    return t("table.board-penalty", { points: variant.penalty_points });
  const lucky = offers
    .filter((offer) => offer.lucky)
    .map(({ choice }) => unbroken(choiceName(variant, choice)));
  return lucky.length ? t("table.lucky", { sum, cells: either(lucky) }) : "";
}

/** The immediate consequences of a choice, in words. */
export function consequences(variant: Variant, offer: Offer): string[] {
  const found: string[] = [];
  if (offer.skips) found.push(t("outlook.skips", { n: offer.skips }));
  if (offer.lucky) found.push(t("outlook.lucky"));
  if (offer.choice.type === "move" && !offer.crosses) found.push(t("outlook.no-cross"));
  if (offer.closes) found.push(t("outlook.closes"));
  if (offer.penalty) found.push(t("outlook.penalty", { points: variant.penalty_points }));
  if (offer.final_lap) found.push(t("outlook.final-lap"));
  if (offer.ends) found.push(t("outlook.ends"));
  return found;
}

/** Why a choice of a reviewed game matters: a sentence of the catalogue with its numbers filled in. */
export function reasonText(variant: Variant, { choice, options }: Decision, moment: Moment): string {
  const { row, number, ...others } = moment.numbers;
  const best = options[0];
  return t(moment.reason, {
    ...others,
    choice: choiceName(variant, choice),
    best: best ? choiceName(variant, best.choice) : "",
    ...(row !== undefined && number !== undefined ? { cell: cellName(row, number) } : {}),
  });
}

/** The name of the best choice, if another one was made and the reason does not name the best one already. */
export function unnamedBest(variant: Variant, { options, loss }: Decision, reason: string): string {
  const best = options[0];
  const name = best && loss > 0 ? choiceName(variant, best.choice) : "";
  return reason.includes(name) ? "" : name;
}
