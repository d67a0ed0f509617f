// The coach's numbers as text: points in a solo game, shares of a win otherwise.

import { NOISE } from "../constants";
import { decimal, t } from "../i18n.svelte";
import type { Estimate, Option, Review, Working } from "../protocol";

export type Unit = Review["unit"];

export const worth = (unit: Unit, { win, score }: Pick<Estimate, "win" | "score">): number =>
  unit === "win" ? win : score;
/** The sign comes first in every language, and no line break separates it from the number. */
export const percent = (share: number, digits = 0): string =>
  (share < 0 ? "−\u2060" : "") + t("review.percent", { number: decimal(100 * Math.abs(share), digits) });
export const amount = (unit: Unit, value: number, digits = 1): string =>
  unit === "win" ? percent(value, digits) : decimal(value, digits);
/** A result adjusted for luck as it is shown. The estimate is right on average, and for that it sometimes leaves what a
 * share of a win can be: the page shows the nearest possible share, the server's answer keeps the figure. */
export const adjusted = (unit: Unit, value: number): string =>
  amount(unit, unit === "win" ? Math.min(1, Math.max(0, value)) : value);
/** A difference with its sign; zero has none. */
export function difference(unit: Unit, value: number): string {
  const shown = Math.round(value * (unit === "win" ? 1000 : 10));
  return shown ? (shown > 0 ? "+" : "") + amount(unit, value) : amount(unit, 0);
}
export const cost = (unit: Unit, loss: number): string =>
  unit === "win"
    ? t("review.cost-win", { percent: `\u2060${percent(loss, 1)}` })
    : t("review.cost-points", { n: Math.round(10 * loss) / 10 });

export const isBest = ({ loss }: Option): boolean => loss === 0;
/** A loss of at most `NOISE` standard errors may be chance; the coach does not count it either. */
export const isAsGood = ({ loss, error = 0 }: Option): boolean => loss > 0 && loss <= NOISE * error;

export const progress = ({ what, done = 0 }: Working): string =>
  t(`working.${what}`, { percent: percent(done) });
