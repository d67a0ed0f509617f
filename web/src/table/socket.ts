// The connection to one table: it reconnects, says which seq it has, and resends unanswered commands.

import { RESEND_AFTER } from "../constants";
import type { Command, Message } from "../protocol";

export type Link = "connecting" | "connected" | "lost" | "closed";
type Body = Command extends infer C ? (C extends { id: string } ? Omit<C, "id"> : never) : never;

type Timer = ReturnType<typeof setTimeout> | undefined;

export interface Listener {
  message(message: Message): void;
  link(link: Link): void;
  /** The last known seq. */
  have(): number;
}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
/** A ping that is not answered in time means a dead connection: it is noticed within ten seconds. */
const PING_EVERY = 5000;
const ANSWER_WITHIN = 4000;
/** A browser itself tries for minutes to open a connection, also when the network has long been back. */
const OPEN_WITHIN = 10_000;

export class Connection {
  private socket: WebSocket | undefined;
  private waiting = new Map<string, Command>();
  /** How this connection began. It is sent again too, if the server could not read the table. */
  private hello: Command | undefined;
  private pause = FIRST_PAUSE;
  private timer: Timer;
  /** Until the connection has to be open, then until the next ping, and then until its answer. */
  private ping: Timer;
  private pinged = "";
  private next = 0;
  private closed = false;
  private readonly session = Math.random().toString(36).slice(2, 10);

  constructor(
    /** The table's code or id. Once the id is known it is the id, which still opens the table after its game. */
    public table: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.now);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.now);
    this.open();
  }

  send(body: Body): string {
    const command = { ...body, id: this.id() } as Command;
    this.waiting.set(command.id, command);
    this.push(command);
    return command.id;
  }

  /** The command needs no answer any more; false if it did not need one before. */
  answered(id: string): boolean {
    return this.waiting.delete(id);
  }

  /** Sends a command again after a moment, because the server could not store it. */
  resend(id: string): void {
    setTimeout(() => {
      const command = this.hello?.id === id ? this.hello : this.waiting.get(id);
      if (command) this.push(command);
    }, RESEND_AFTER);
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.now);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.now);
    clearTimeout(this.timer);
    clearTimeout(this.ping);
    this.socket?.close();
    this.listener.link("closed");
  }

  private id = (): string => `${this.session}-${this.next++}`;

  private open(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    // The table in the address lets a server with several processes serve all its players in one of them.
    const socket = new WebSocket(`${scheme}://${location.host}/ws?table=${encodeURIComponent(this.table)}`);
    this.socket = socket;
    socket.onopen = () => {
      this.hello = { type: "hello", id: this.id(), table: this.table, have: this.listener.have() };
      this.push(this.hello);
      for (const command of this.waiting.values()) this.push(command);
      this.expect();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.expect();
      this.pause = FIRST_PAUSE;
      this.listener.link("connected");
      const message = JSON.parse(event.data) as Message;
      if (message.type !== "ack" || message.id !== this.pinged) this.listener.message(message);
    };
    socket.onclose = () => this.lost(socket);
    clearTimeout(this.ping);
    this.ping = setTimeout(this.drop, OPEN_WITHIN);
  }

  private lost(socket: WebSocket): void {
    if (this.closed || socket !== this.socket) return;
    this.socket = undefined;
    clearTimeout(this.ping);
    this.listener.link("lost");
    this.timer = setTimeout(() => this.open(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** The device is online or visible again: reconnect without waiting for the pause to end. */
  private now = (): void => {
    const dead = !this.socket || this.socket.readyState >= WebSocket.CLOSING;
    if (!this.closed && !document.hidden && dead) this.open();
  };

  /** Something has come from the server: the next ping is due when nothing has come for a while. */
  private expect(): void {
    clearTimeout(this.ping);
    this.ping = setTimeout(() => {
      this.pinged = this.id();
      this.push({ type: "ping", id: this.pinged });
      this.ping = setTimeout(this.drop, ANSWER_WITHIN);
    }, PING_EVERY);
  }

  /** Gives up a connection that does not answer. Closing it properly would take long, so nothing waits for that. */
  private drop = (): void => {
    const socket = this.socket;
    if (!socket || this.closed) return;
    this.lost(socket);
    socket.close();
  };

  private push(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }
}
