// What happened, in words: for the log and for screen readers.

import { colour } from "./colours";
import { list, t } from "./i18n.svelte";
import type { Variant } from "./protocol";
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
