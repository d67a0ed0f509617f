// Made by scripts/types; do not edit.

import type { GameView } from "../protocol";

export type Drawn = Pick<GameView, "sheets" | "lost" | "scores" | "breakdown" | "closed">;

export const POSITIONS: Record<string, Drawn> = {
  "sheet": {"sheets":[{"rows":[0,0,0,0],"penalties":0,"pawn":0}],"lost":[[0,0,0,0]],"scores":[0],"breakdown":[{"rows":[0,0,0,0],"penalties":0,"bonus":0}],"closed":[]},
  "order": {"sheets":[{"rows":[40,0,0,0],"penalties":0,"pawn":0}],"lost":[[23,0,0,0]],"scores":[3],"breakdown":[{"rows":[3,0,0,0],"penalties":0,"bonus":0}],"closed":[]},
  "white": {"sheets":[{"rows":[2,0,265,0],"penalties":0,"pawn":0}],"lost":[[1,0,3318,0]],"scores":[7],"breakdown":[{"rows":[1,0,6,0],"penalties":0,"bonus":0}],"closed":[]},
  "colour": {"sheets":[{"rows":[0,0,0,0],"penalties":0,"pawn":0}],"lost":[[0,0,0,0]],"scores":[0],"breakdown":[{"rows":[0,0,0,0],"penalties":0,"bonus":0}],"closed":[]},
  "lock": {"sheets":[{"rows":[3661,0,0,0],"penalties":0,"pawn":0}],"lost":[[434,0,0,0]],"scores":[28],"breakdown":[{"rows":[28,0,0,0],"penalties":0,"bonus":0}],"closed":[0]},
  "score": {"sheets":[{"rows":[139,52,475,943],"penalties":2,"pawn":0}],"lost":[[116,11,36,80]],"scores":[70],"breakdown":[{"rows":[10,6,28,36],"penalties":-10,"bonus":0}],"closed":[]},
  "longo-rows": {"sheets":[{"rows":[0,0,0,0],"penalties":0,"pawn":0}],"lost":[[0,0,0,0]],"scores":[0],"breakdown":[{"rows":[0,0,0,0],"penalties":0,"bonus":0}],"closed":[]},
  "longo-close": {"sheets":[{"rows":[0,0,43573,0],"penalties":0,"pawn":0}],"lost":[[0,0,21962,0]],"scores":[36],"breakdown":[{"rows":[0,0,36,0],"penalties":0,"bonus":0}],"closed":[2]},
  "longo-lucky": {"sheets":[{"rows":[0,0,0,0],"penalties":0,"pawn":0}],"lost":[[0,0,0,0]],"scores":[0],"breakdown":[{"rows":[0,0,0,0],"penalties":0,"bonus":0}],"closed":[]},
  "longo-score": {"sheets":[{"rows":[153,98,2999,3437],"penalties":2,"pawn":0}],"lost":[[102,29,1096,658]],"scores":[87],"breakdown":[{"rows":[10,6,45,36],"penalties":-10,"bonus":0}],"closed":[]},
  "onboard-move": {"sheets":[{"rows":[0,0,0,0],"penalties":0,"pawn":0}],"lost":[[0,0,0,0]],"scores":[0],"breakdown":[{"rows":[0,0,0,0],"penalties":0,"bonus":0}],"closed":[]},
};
