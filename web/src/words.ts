// How a choice is named: one message a colour, never a colour glued to a noun.

import { colour } from "./colours";
import { t } from "./i18n.svelte";
import type { Offer, Variant } from "./protocol";
import type { Choice } from "./table.svelte";

export const cellName = (row: number, number: number): string => t(`cell.${colour(row)}`, { number });

export function spaceName(variant: Variant, space: number): string {
  const found = variant.board?.spaces[space - 1];
  if (!found) return String(space);
  return t("space.name", { space, cell: cellName(found.row, found.number), points: found.points });
}

export function choiceName(variant: Variant, choice: Choice): string {
  switch (choice.type) {
    case "cross":
      return cellName(choice.row, choice.number);
    case "move":
      return spaceName(variant, choice.space);
    default:
      return t("choice.pass");
  }
}

/** What a choice brings about by itself, in words. */
export function consequences(variant: Variant, offer: Offer): string[] {
  const found: string[] = [];
  if (offer.skips) found.push(t("outlook.skips", { n: offer.skips }));
  if (offer.lucky) found.push(t("outlook.lucky"));
  if (offer.choice.type === "move" && !offer.crosses) found.push(t("outlook.no-cross"));
  if (offer.closes) found.push(t("outlook.closes"));
  if (offer.penalty) found.push(t("outlook.penalty", { points: variant.penalty_points ?? 5 }));
  if (offer.final_lap) found.push(t("outlook.final-lap"));
  if (offer.ends) found.push(t("outlook.ends"));
  return found;
}
