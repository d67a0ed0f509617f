// Which results are celebrated.

import type { GameView } from "../protocol";

/** Whether confetti falls: if we have won, or made points alone in a game that the penalties did not end. */
export function isCelebrated({ cause, scores }: Pick<GameView, "cause" | "scores">, won: boolean): boolean {
  return won || (scores.length === 1 && (scores[0] ?? 0) > 0 && cause !== "penalties");
}
