// What a die is and shows, for screen readers.

import { t } from "../i18n.svelte";
import { colour } from "./colours";

/** `value` as for a die; `row` is undefined for a white one. */
export function dieText(value: number | null, row: number | undefined): string {
  const die = row === undefined ? t("die.white") : t(`die.${colour(row)}`);
  if (value === null) return t("die.gone", { die });
  return value ? t("die.shows", { die, value }) : die;
}
