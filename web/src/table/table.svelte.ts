// One table as this guest sees it. The server decides what may be chosen and what follows from it.

import * as api from "../api";
import { DiceNotes } from "../fair/notes";
import {
  VERSION,
  type LogLine,
  type Message,
  type Offer,
  type Roll,
  type SeatOffers,
  type TableView,
} from "../protocol";
import { settings, SPEEDS } from "../settings.svelte";
import { keepLog, keepRoll, keptLog, keptRoll } from "./kept";
import { completed } from "./log";
import { asRead } from "./reading";
import { EMPTY, reduce, type Choice, type Mirror, type TableEvent } from "./reducer";
import { beats, hurried, isTimed, type Beat } from "./rhythm";
import { Connection, type Link } from "./socket";
import { forget, recall, remember } from "./taps";

export type { Choice } from "./reducer";

export const same = (one: Choice | undefined, two: Choice | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(two);

/** A choice on its way to the server. */
interface Sent {
  id: string;
  turn: number;
  action: number;
  choice: Choice;
}

export class Table {
  link = $state<Link>("connecting");
  /** What the server has said. */
  private truth = $state.raw<Mirror>(EMPTY);
  /** What the screen shows: the same, but in the rhythm of a turn. */
  private mirror = EMPTY;
  private waiting: readonly Beat[] = [];
  private pause: ReturnType<typeof setTimeout> | undefined;
  // The parts of the mirror, each by itself: what uses one is not looked at when another changes.
  you = $state.raw(EMPTY.you);
  view = $state.raw(EMPTY.table);
  game = $state.raw(EMPTY.game);
  variant = $state.raw(EMPTY.variant);
  offers = $state.raw(EMPTY.offers);
  picked = $state.raw(EMPTY.picked);
  readonly chat = $derived(this.truth.chat);
  /** What the sentence under the dice is about. */
  news = $state.raw<readonly TableEvent[]>([]);
  /** What has just happened; a new list each time. */
  happened = $state.raw<readonly TableEvent[]>([]);
  /** The last roll: it stays on the table until the next one. */
  dice = $state.raw<Roll>();
  /** By seat: the choice that is confirmed here and not yet acknowledged. */
  sent = $state<Record<number, Sent | undefined>>({});
  log = $state.raw<readonly LogLine[]>([]);
  /** Whether this page has not seen all that led to the position: then the log may lack something. */
  private gap = false;
  /** By seat: the choice that is tapped but not confirmed. It survives a lost connection. */
  tentative = $state<Record<number, Choice | undefined>>({});
  /** Several of our seats at this device: the one whose player has it now. */
  holder = $state<number>();
  refusal = $state("");
  fatal = $state("");
  sending = $state(0);
  /** The server's clock minus ours. */
  skew = 0;
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
      have: () => this.truth.seq,
    });
    addEventListener("pagehide", this.keepsLog);
    document.addEventListener("visibilitychange", this.keepsLog);
  }

  /** Whether the game waits for somebody at this device. */
  get awaited(): boolean {
    return (this.game?.awaited ?? []).some((seat) => this.decidedSeats.includes(seat));
  }

  close(): void {
    removeEventListener("pagehide", this.keepsLog);
    document.removeEventListener("visibilitychange", this.keepsLog);
    this.keepsLog();
    clearTimeout(this.pause);
    this.connection.close();
  }

  /** This page has no table any more, and does not come back by itself: the others would take us for present. */
  private end(code: string): void {
    this.fatal = code;
    this.close();
  }

  send(body: Parameters<Connection["send"]>[0]): string {
    this.refusal = "";
    this.sending += 1;
    this.next();
    return this.connection.send(body);
  }

  /** Takes a seat with the promise of a nonce, which is revealed by itself when the game starts. */
  sit(seat: number): void {
    this.send({ type: "sit", seat, promise: this.notes?.promise(seat) ?? null });
  }

  /** Starts the game. This device is in the host's hands: it is handed over if another of its players begins. */
  start(): void {
    this.holder = this.mySeats[0];
    this.send({ type: "start" });
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

  /** My seats where a bot plays until I take them back. */
  get standIns(): number[] {
    return this.playedSeats.filter((seat) => this.view?.seats[seat]?.stand_in);
  }

  /** My seats for which I decide: neither given up nor played by a bot. */
  get decidedSeats(): number[] {
    return this.playedSeats.filter((seat) => !this.standIns.includes(seat));
  }

  /** How many others watch. The server counts us too, unless we play or are the host. */
  get watching(): number {
    const us = this.view && !this.mySeats.length && !this.isHost ? 1 : 0;
    return Math.max(0, (this.view?.watching ?? 0) - us);
  }

  /** Whether the host has taken the chat from us. */
  get muted(): boolean {
    return this.view?.muted?.includes(this.you) ?? false;
  }

  get isHost(): boolean {
    return this.view?.host === this.you;
  }

  /** The seat that is asked on this device now: of those that have not confirmed, first the one that has it. */
  get asked(): SeatOffers | undefined {
    const offers = this.offers.filter((offer) => this.decidedSeats.includes(offer.seat));
    const open = offers.filter((offer) => !this.confirmed(offer.seat));
    return open.find((offer) => offer.seat === this.holder) ?? open[0] ?? offers[0];
  }

  confirmed(seat: number): Choice | undefined {
    return this.picked.find((choice) => choice.seat === seat);
  }

  offered(seat: number, choice: Choice): Offer | undefined {
    return this.offers
      .find((offer) => offer.seat === seat)
      ?.options.find((offer) => same(offer.choice, choice));
  }

  /** A tap that is not confirmed; it is there again after the page is reloaded. A second one takes it back. */
  pick(seat: number, tapped: Choice | undefined): void {
    const choice = same(tapped, this.tentative[seat]) ? undefined : tapped;
    this.tentative[seat] = choice;
    const asked = this.offers.find((offer) => offer.seat === seat);
    if (asked && choice)
      remember(this.name, { seat, turn: asked.turn, action: asked.action, choice, sent: false });
    else forget(this.name, seat);
  }

  choose({ seat, turn, action }: SeatOffers, choice: Choice): void {
    // Only the last word counts: an earlier one that waits for the connection is not sent any more.
    const before = this.sent[seat];
    if (before) this.answered(before.id);
    const id = this.send({ type: "choose", turn, action, choice });
    this.sent[seat] = { id, turn, action, choice };
    this.tentative[seat] = undefined;
    remember(this.name, { seat, turn, action, choice, sent: true });
  }

  /** The choice of a seat that the server has not acknowledged yet. */
  onItsWay({ seat, turn, action }: SeatOffers): Choice | undefined {
    const sent = this.sent[seat];
    return sent?.turn === turn && sent.action === action ? sent.choice : undefined;
  }

  private take(message: Message): void {
    if (message.type === "snapshot" && message.version > VERSION) {
      this.end("outdated");
      return;
    }
    if (message.type === "snapshot") this.connection.table = message.table.id;
    if (message.type === "bye" && message.code !== "shutdown") this.end(message.code);
    if (message.type === "snapshot" || message.type === "update") this.skew = message.now - Date.now();
    const before = this.truth;
    const { mirror, events, acks, resend, refused } = reduce(before, message);
    this.truth = mirror;
    if (message.type === "snapshot") {
      if (!this.log.length) this.log = keptLog(message.table.id);
      this.gap = true;
      this.catchUp();
    }
    if (message.type === "update") this.show(beats(before, mirror, events));
    for (const id of acks) {
      this.whenDone[id]?.();
      this.answered(id);
    }
    if (mirror.table) this.reveal(mirror.table);
    if (resend) this.connection.resend(resend);
    if (refused) this.refuse(refused.code, refused.id);
  }

  /** Shows beats one after the other. Nothing waits in a hidden page, or where a clock runs for a question to us. */
  private show(beats: readonly Beat[]): void {
    this.waiting = [...this.waiting, ...beats];
    if (!SPEEDS[settings.speed] || document.hidden || isTimed(this.truth)) this.catchUp();
    else {
      this.waiting = hurried(this.waiting, SPEEDS[settings.speed]);
      if (!this.pause) this.next();
    }
  }

  private catchUp(): void {
    clearTimeout(this.pause);
    this.pause = undefined;
    for (const beat of this.waiting) this.beat(beat);
    this.waiting = [];
    this.apply(this.truth);
  }

  /** Goes on with the next beat, also before the time of the last one is over. */
  next(): void {
    clearTimeout(this.pause);
    this.pause = undefined;
    for (let beat = this.waiting[0]; beat; beat = this.waiting[0]) {
      this.waiting = this.waiting.slice(1);
      this.beat(beat);
      if (!beat.hold) continue;
      this.pause = setTimeout(() => this.next(), beat.hold * SPEEDS[settings.speed]);
      return;
    }
  }

  private beat({ mirror, events, why }: Beat): void {
    this.apply(mirror);
    // That somebody has chosen is seen, not told: what was said before stays.
    if (events.some(({ type }) => type !== "chose")) this.news = why;
    if (events.length) this.happened = events;
    for (const event of events) this.note(event, mirror);
  }

  /** Stores the log when the page is left or hidden: after every event would take too long on a slow phone. */
  private keepsLog = (): void => {
    if (this.view && this.log.length) keepLog(this.view.id, this.log);
  };

  private apply(mirror: Mirror): void {
    const before = this.mirror;
    this.mirror = mirror;
    this.you = mirror.you;
    this.view = mirror.table;
    this.game = mirror.game;
    this.variant = mirror.variant;
    if (mirror.offers !== before.offers) this.offers = asRead(mirror.offers, mirror.variant);
    this.picked = mirror.picked;
    this.keepDice(mirror);
    // What was refused in the game is over at its result.
    if (mirror.table?.status !== before.table?.status) this.refusal = "";
    // What was news in the lobby is none in the game.
    if (mirror.table?.status === "playing" && before.table?.status === "lobby") this.news = [];
    if (mirror.offers !== before.offers) this.recheckTaps();
  }

  /** The dice of the last turn lie there again after a reload. */
  private keepDice({ game }: Mirror): void {
    if (!game) return;
    if (game.roll && game.roll !== this.dice) keepRoll(this.name, game.turn, game.roll);
    this.dice = game.roll ?? this.dice ?? keptRoll(this.name, game.turn);
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

  private note(event: TableEvent, { seq, game }: Mirror): void {
    if (event.type !== "chose") this.log = [...this.log, { seq, turn: game?.turn ?? 0, event }];
  }

  /** Reads what this page has missed of the log. */
  async readLog(): Promise<void> {
    if (!this.view || !this.gap) return;
    this.gap = false;
    try {
      const found = await api.log(this.view.id);
      this.catchUp();
      this.log = completed(this.log, found, this.truth.seq);
    } catch (error) {
      this.gap = true;
      throw error;
    }
  }

  /** Restores taps from before a reload, sends those that were confirmed, and drops what is no longer offered. */
  private recheckTaps(): void {
    for (const asked of this.offers) {
      const tap = recall(this.name, asked);
      if (!tap || this.sent[asked.seat]) continue;
      if (!tap.sent) this.tentative[asked.seat] ??= tap.choice;
      else if (!this.confirmed(asked.seat) && this.offered(asked.seat, tap.choice))
        this.choose(asked, tap.choice);
    }
    for (const [seat, choice] of Object.entries(this.tentative))
      if (choice && !this.offered(Number(seat), choice)) this.tentative[Number(seat)] = undefined;
  }

  private answered(id: string): void {
    if (!this.connection.answered(id)) return;
    for (const [seat, sent] of Object.entries(this.sent))
      if (sent?.id === id) {
        this.sent[Number(seat)] = undefined;
        forget(this.name, Number(seat));
      }
    this.whenDone[id] = undefined;
    if (!this.reveals[id]) this.sending = Math.max(0, this.sending - 1);
  }

  private refuse(code: string, id: string | undefined): void {
    if (id) this.answered(id);
    // A nonce that came too late: the game goes on with a derived one.
    if (id && this.reveals[id]) return;
    // What is longer than any name of a table, or empty, is refused as malformed.
    if (!this.truth.table && code === "malformed") this.end("no-such-table");
    else if (["no-such-table", "no-spectators", "expired", "banned", "locked"].includes(code)) this.end(code);
    else this.refusal = code;
  }
}
