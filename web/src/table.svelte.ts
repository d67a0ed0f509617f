// One table as this guest sees it. The server says what may be chosen and what follows from it; nothing is decided here.

import {
  VERSION,
  type ChatLine,
  type Choose,
  type Closed,
  type GameView,
  type Message,
  type Offer,
  type SeatOffers,
  type TableView,
  type Update,
  type Variant,
} from "./protocol";
import { Connection, type Link } from "./socket";

export type Choice = Choose["choice"];
export type TableEvent = NonNullable<Update["events"]>[number];

export interface LogLine {
  key: number;
  turn: number;
  event: TableEvent;
}

const LOG_LENGTH = 400;

export const same = (one: Choice | undefined, two: Choice | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(two);

interface Tap {
  seat: number;
  turn: number | undefined;
  action: number | undefined;
  choice: Choice | undefined;
}

const place = (table: string, seat: number): string => `qwixx.tap.${table}.${String(seat)}`;

function remember(table: string, tap: Tap): void {
  sessionStorage.setItem(place(table, tap.seat), JSON.stringify(tap));
}

function recall(table: string, seat: number, turn: number, action: number): Choice | undefined {
  const tap = JSON.parse(sessionStorage.getItem(place(table, seat)) ?? "{}") as Partial<Tap>;
  return tap.turn === turn && tap.action === action ? tap.choice : undefined;
}

export class Table {
  link = $state<Link>("connecting");
  you = $state("");
  view = $state.raw<TableView>();
  game = $state.raw<GameView>();
  /** The table's own sheet and board: what is drawn. */
  variant = $state.raw<Variant>();
  offers = $state.raw<readonly SeatOffers[]>([]);
  /** What my seats have confirmed in action 1. */
  picked = $state.raw<readonly Choice[]>([]);
  chat = $state.raw<readonly ChatLine[]>([]);
  log = $state.raw<readonly LogLine[]>([]);
  /** By seat: what is tapped but not confirmed. It outlives a lost connection. */
  tentative = $state<Record<number, Choice | undefined>>({});
  refusal = $state("");
  fatal = $state("");
  closing = $state.raw<Closed>();
  sending = $state(0);
  /** The server's clock minus ours. */
  skew = 0;
  private seq = 0;
  private lines = 0;
  private connection: Connection;
  onEvent: (event: TableEvent) => void = () => undefined;

  constructor(readonly name: string) {
    this.connection = new Connection(name, {
      message: (message) => this.take(message),
      link: (link) => (this.link = link),
      have: () => this.seq,
    });
  }

  close(): void {
    this.connection.close();
  }

  send(body: Parameters<Connection["send"]>[0]): void {
    this.refusal = "";
    this.sending += 1;
    this.connection.send(body);
  }

  get mySeats(): number[] {
    return this.view?.seats.flatMap((seat, n) => (this.you && seat.guest === this.you ? [n] : [])) ?? [];
  }

  get isHost(): boolean {
    return this.view?.host === this.you;
  }

  /** The seat that is asked on this device now: those who have not confirmed first. */
  get asked(): SeatOffers | undefined {
    return this.offers.find((offer) => !this.confirmed(offer.seat)) ?? this.offers[0];
  }

  confirmed(seat: number): Choice | undefined {
    return this.picked.find((choice) => choice.seat === seat);
  }

  offered(seat: number, choice: Choice): Offer | undefined {
    return this.offers
      .find((offer) => offer.seat === seat)
      ?.options.find((offer) => same(offer.choice, choice));
  }

  /** A tap that is not confirmed; it is there again when the page has been loaded anew. */
  pick(seat: number, choice: Choice | undefined): void {
    this.tentative[seat] = choice;
    const { turn, action } = this.offers.find((offer) => offer.seat === seat) ?? {};
    remember(this.name, { seat, turn, action, choice });
  }

  choose(offers: SeatOffers, choice: Choice): void {
    this.send({ type: "choose", turn: offers.turn, action: offers.action, choice });
  }

  private take(message: Message): void {
    switch (message.type) {
      case "snapshot":
        if (message.version > VERSION) {
          this.fatal = "outdated";
          this.close();
          return;
        }
        this.you = message.you;
        this.skew = message.now - Date.now();
        this.seq = message.seq;
        this.chat = message.chat ?? [];
        this.view = message.table;
        this.variant = message.variant;
        this.setGame(message.game ?? undefined, message.offers ?? [], message.picked ?? []);
        break;
      case "update":
        this.update(message);
        break;
      case "ack":
        this.answered(message.id);
        break;
      case "error":
        this.refuse(message.code, message.id);
        break;
      case "chat":
        this.chat = [...this.chat.filter((line) => line.number !== message.line.number), message.line];
        break;
      case "bye":
        if (message.code !== "shutdown") this.fatal = message.code;
        break;
    }
  }

  private update(message: Update): void {
    if (message.seq < this.seq) return;
    this.seq = message.seq;
    this.skew = message.now - Date.now();
    if (message.table) this.view = message.table;
    if (message.variant) this.variant = message.variant;
    if (message.game) this.setGame(message.game ?? undefined, message.offers ?? [], message.picked ?? []);
    else {
      if (message.chosen) this.setChosen(message.chosen);
      if (message.offers) this.offers = message.offers;
      if (message.picked) this.picked = message.picked;
    }
    for (const id of message.acks ?? []) this.answered(id);
    for (const event of message.events ?? []) this.note(event);
  }

  /** Who has chosen is awaited no longer; nothing else has changed. */
  private setChosen(chosen: readonly number[]): void {
    if (!this.game) return;
    const awaited = this.game.awaited?.filter((seat) => !chosen.includes(seat)) ?? [];
    this.game = { ...this.game, chosen, awaited };
  }

  private note(event: TableEvent): void {
    if (event.type === "closed") this.closing = event;
    if (event.type !== "chose")
      this.log = [...this.log.slice(-LOG_LENGTH), { key: this.lines++, turn: this.game?.turn ?? 0, event }];
    this.onEvent(event);
  }

  private setGame(
    game: GameView | undefined,
    offers: readonly SeatOffers[],
    picked: readonly Choice[],
  ): void {
    this.game = game;
    this.offers = offers;
    this.picked = picked;
    for (const { seat, turn, action } of offers)
      this.tentative[seat] ??= recall(this.name, seat, turn, action);
    for (const [seat, choice] of Object.entries(this.tentative))
      if (choice && !this.offered(Number(seat), choice)) this.tentative[Number(seat)] = undefined;
  }

  private answered(id: string): void {
    this.connection.answered(id);
    this.sending = Math.max(0, this.sending - 1);
  }

  private refuse(code: string, id: string | undefined): void {
    if (id) this.answered(id);
    if (code === "no-such-table" || code === "no-spectators" || code === "expired") this.fatal = code;
    else this.refusal = code;
  }
}
