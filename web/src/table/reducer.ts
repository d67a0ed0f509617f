// What this browser knows about its table after each message of the server. Pure: nothing is drawn or sent here.
// `qwixx.client.reducer` is its counterpart; both are tested on tests/vectors/updates.json.

import type {
  ChatLine,
  Choose,
  Error as Refused,
  GameView,
  Message,
  SeatOffers,
  TableView,
  Update,
  Variant,
} from "../protocol";

export type Choice = Choose["choice"];
export type TableEvent = NonNullable<Update["events"]>[number];

export interface Mirror {
  readonly seq: number;
  readonly you: string;
  readonly table: TableView | undefined;
  /** The table's own sheet and board: what is drawn. */
  readonly variant: Variant | undefined;
  readonly game: GameView | undefined;
  readonly offers: readonly SeatOffers[];
  /** What my seats have confirmed in action 1. */
  readonly picked: readonly Choice[];
  readonly chat: readonly ChatLine[];
}

/** What a message means beside the table: for the log and for the commands that wait for an answer. */
export interface MessageEffect {
  readonly mirror: Mirror;
  readonly events: readonly TableEvent[];
  readonly acks: readonly string[];
  /** The command to be sent again in a moment. */
  readonly resend: string;
  readonly refused: Refused | undefined;
}

export const EMPTY: Mirror = {
  seq: 0,
  you: "",
  table: undefined,
  variant: undefined,
  game: undefined,
  offers: [],
  picked: [],
  chat: [],
};

export function reduce(mirror: Mirror, message: Message): MessageEffect {
  const outcome = { mirror, events: [], acks: [], resend: "", refused: undefined };
  switch (message.type) {
    case "snapshot":
      return { ...outcome, mirror: snapshot(message) };
    case "update":
      // An older one was on its way when a newer snapshot came. An acknowledgement stays true.
      if (message.seq < mirror.seq) return { ...outcome, acks: message.acks ?? [] };
      return {
        ...outcome,
        mirror: update(mirror, message),
        events: message.events ?? [],
        acks: message.acks ?? [],
      };
    case "ack":
      return { ...outcome, acks: [message.id] };
    case "error":
      // `hello-first`: the server could not read the table, so `hello` comes again before this command.
      // `shutdown`: the connection ends, and the command waits for the next one.
      if (["storage", "hello-first", "shutdown"].includes(message.code) && message.id)
        return { ...outcome, resend: message.id };
      return { ...outcome, refused: message };
    case "chat":
      if (mirror.chat.some((line) => line.number === message.line.number)) return outcome;
      return { ...outcome, mirror: { ...mirror, chat: [...mirror.chat, message.line] } };
    case "bye":
      return outcome;
  }
}

const snapshot = (message: Extract<Message, { type: "snapshot" }>): Mirror => ({
  seq: message.seq,
  you: message.you,
  table: message.table,
  variant: message.variant,
  game: message.game ?? undefined,
  offers: message.offers ?? [],
  picked: message.picked ?? [],
  chat: message.chat ?? [],
});

function update(mirror: Mirror, message: Update): Mirror {
  const known = {
    ...mirror,
    seq: message.seq,
    table: message.table ?? mirror.table,
    variant: message.variant ?? mirror.variant,
  };
  if (message.game)
    return { ...known, game: message.game, offers: message.offers ?? [], picked: message.picked ?? [] };
  return {
    ...known,
    game: mirror.game && message.chosen ? withChosen(mirror.game, message.chosen) : mirror.game,
    offers: message.offers ?? mirror.offers,
    picked: message.picked ?? mirror.picked,
  };
}

/** Seats that have chosen are no longer awaited; nothing else has changed. */
const withChosen = (game: GameView, chosen: readonly number[]): GameView => ({
  ...game,
  chosen,
  awaited: game.awaited?.filter((seat) => !chosen.includes(seat)) ?? [],
});
