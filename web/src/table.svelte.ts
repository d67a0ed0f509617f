// One table as this guest sees it. The server decides what may be chosen and what follows from it.

import { DiceNotes } from "./notes";
import { VERSION, type Closed, type Message, type Offer, type SeatOffers, type TableView } from "./protocol";
import { EMPTY, reduce, type Choice, type Mirror, type TableEvent } from "./reducer";
import { Connection, type Link } from "./socket";

export type { Choice } from "./reducer";

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
  private mirror = $state.raw<Mirror>(EMPTY);
  readonly you = $derived(this.mirror.you);
  readonly view = $derived(this.mirror.table);
  readonly game = $derived(this.mirror.game);
  readonly variant = $derived(this.mirror.variant);
  readonly offers = $derived(this.mirror.offers);
  readonly picked = $derived(this.mirror.picked);
  readonly chat = $derived(this.mirror.chat);
  log = $state.raw<readonly LogLine[]>([]);
  /** By seat: the choice that is tapped but not confirmed. It survives a lost connection. */
  tentative = $state<Record<number, Choice | undefined>>({});
  refusal = $state("");
  fatal = $state("");
  closing = $state.raw<Closed>();
  sending = $state(0);
  /** The server's clock minus ours. */
  skew = 0;
  private lines = 0;
  /** Known once the table's id is known. */
  notes = $state.raw<DiceNotes>();
  /** By the id of a command: what is noted when the server acknowledges it. */
  private whenDone: Record<string, (() => void) | undefined> = {};
  /** By the id of a command that no tap has caused: the nonce that it reveals. */
  private reveals: Record<string, string> = {};
  private connection: Connection;

  constructor(readonly name: string) {
    this.connection = new Connection(name, {
      message: (message) => this.take(message),
      link: (link) => (this.link = link),
      have: () => this.mirror.seq,
    });
  }

  close(): void {
    this.connection.close();
  }

  send(body: Parameters<Connection["send"]>[0]): string {
    this.refusal = "";
    this.sending += 1;
    return this.connection.send(body);
  }

  /** Takes a seat with the promise of a nonce, which is revealed by itself when the game starts. */
  sit(seat: number): void {
    this.send({ type: "sit", seat, promise: this.notes?.promise(seat) ?? null });
  }

  /** Rolls the server's dice, with our link if this device has the chain of the active seat. */
  roll(): void {
    const { game, view, notes } = this;
    if (!game || !view) return;
    const [seat, turn] = [game.active, game.turn + 1];
    const link = notes?.link(view, seat, turn);
    const id = this.send({ type: "roll", turn, link: link ?? null });
    if (link) this.whenDone[id] = () => notes?.linked(turn, seat);
  }

  get mySeats(): number[] {
    return this.view?.seats.flatMap((seat, n) => (this.you && seat.guest === this.you ? [n] : [])) ?? [];
  }

  /** My seats without those that I have given up. */
  get playedSeats(): number[] {
    return this.mySeats.filter((seat) => !this.view?.seats[seat]?.resigned);
  }

  get isHost(): boolean {
    return this.view?.host === this.you;
  }

  /** The seat that is asked on this device now: first those that have not confirmed. */
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

  /** A tap that is not confirmed; it is there again after the page is reloaded. */
  pick(seat: number, choice: Choice | undefined): void {
    this.tentative[seat] = choice;
    const { turn, action } = this.offers.find((offer) => offer.seat === seat) ?? {};
    remember(this.name, { seat, turn, action, choice });
  }

  choose(offers: SeatOffers, choice: Choice): void {
    this.send({ type: "choose", turn: offers.turn, action: offers.action, choice });
  }

  private take(message: Message): void {
    if (message.type === "snapshot" && message.version > VERSION) {
      this.fatal = "outdated";
      this.close();
      return;
    }
    if (message.type === "snapshot") this.connection.table = message.table.id;
    if (message.type === "bye" && message.code !== "shutdown") this.fatal = message.code;
    if (message.type === "snapshot" || message.type === "update") this.skew = message.now - Date.now();
    const before = this.mirror.offers;
    const { mirror, events, acks, resend, refused } = reduce(this.mirror, message);
    this.mirror = mirror;
    if (mirror.offers !== before) this.recheckTaps();
    for (const id of acks) {
      this.whenDone[id]?.();
      this.answered(id);
    }
    if (mirror.table) this.reveal(mirror.table);
    for (const event of events) this.note(event);
    if (resend) this.connection.resend(resend);
    if (refused) this.refuse(refused.code, refused.id);
  }

  /** Notes the commitment and, when the game is starting, the terms; then reveals our nonces. */
  private reveal(view: TableView): void {
    const notes = (this.notes ??= new DiceNotes(view.id));
    notes.see(view);
    const sent = Object.values(this.reveals);
    for (const [seat, nonce] of notes.toReveal(view, this.mySeats)) {
      if (sent.includes(nonce)) continue;
      const id = this.connection.send({ type: "reveal", seat, nonce });
      this.reveals[id] = nonce;
      this.whenDone[id] = () => notes.revealed(seat);
    }
  }

  private note(event: TableEvent): void {
    if (event.type === "closed") this.closing = event;
    if (event.type !== "chose")
      this.log = [...this.log.slice(-LOG_LENGTH), { key: this.lines++, turn: this.game?.turn ?? 0, event }];
  }

  /** Restores taps from before a reload, and drops those that are no longer offered. */
  private recheckTaps(): void {
    for (const { seat, turn, action } of this.offers)
      this.tentative[seat] ??= recall(this.name, seat, turn, action);
    for (const [seat, choice] of Object.entries(this.tentative))
      if (choice && !this.offered(Number(seat), choice)) this.tentative[Number(seat)] = undefined;
  }

  private answered(id: string): void {
    this.connection.answered(id);
    this.whenDone[id] = undefined;
    if (!this.reveals[id]) this.sending = Math.max(0, this.sending - 1);
  }

  private refuse(code: string, id: string | undefined): void {
    if (id) this.answered(id);
    // A nonce that came too late: the game goes on with a derived one.
    if (id && this.reveals[id]) return;
    if (["no-such-table", "no-spectators", "expired", "banned", "locked"].includes(code)) this.fatal = code;
    else this.refusal = code;
  }
}
