// The coach's figures in words: points in a solo game, shares of the win otherwise.

import { decimal, percent, signed, t } from "./i18n.svelte";
import type { Estimate, Option, Review, Working } from "./protocol";

export type Unit = Review["unit"];

/** A loss of fewer standard errors than this may be chance; the coach does not count it either. */
const NOISE = 2;

export const worth = (unit: Unit, { win, score }: Pick<Estimate, "win" | "score">): number =>
  unit === "win" ? win : score;
export const amount = (unit: Unit, value: number, digits = 1): string =>
  unit === "win" ? percent(value, digits) : decimal(value, digits);
export const difference = (unit: Unit, value: number): string =>
  unit === "win" ? percent(value, 1, "exceptZero") : signed(value);
export const cost = (unit: Unit, loss: number): string =>
  unit === "win"
    ? t("review.cost-win", { percent: percent(loss, 1) })
    : t("review.cost-points", { n: Math.round(10 * loss) / 10 });

export const isBest = ({ loss }: Option): boolean => loss === 0;
export const isAsGood = ({ loss, error = 0 }: Option): boolean => loss > 0 && loss <= NOISE * error;

export const progress = ({ what, done = 0 }: Working): string =>
  t(`working.${what}`, { percent: percent(done) });
