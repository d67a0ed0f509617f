// The connection to one table: it reconnects, says which seq it has, and resends unanswered commands.

import { RESEND_AFTER } from "./constants";
import type { Command, Message } from "./protocol";

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
const PING_EVERY = 20_000;

export class Connection {
  private socket: WebSocket | undefined;
  private waiting = new Map<string, Command>();
  private pause = FIRST_PAUSE;
  private timer: Timer;
  private ping: Timer;
  private next = 0;
  private closed = false;
  private readonly session = Math.random().toString(36).slice(2, 10);

  constructor(
    /** The table's code or id. Once the id is known it is the id, which still opens the table after its game. */
    public table: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.now);
    this.open();
  }

  send(body: Body): string {
    const command = { ...body, id: this.id() } as Command;
    this.waiting.set(command.id, command);
    this.push(command);
    return command.id;
  }

  answered(id: string): void {
    this.waiting.delete(id);
  }

  /** Sends a command again after a moment, because the server could not store it. */
  resend(id: string): void {
    setTimeout(() => {
      const command = this.waiting.get(id);
      if (command) this.push(command);
    }, RESEND_AFTER);
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.now);
    clearTimeout(this.timer);
    clearInterval(this.ping);
    this.socket?.close();
    this.listener.link("closed");
  }

  private id = (): string => `${this.session}-${this.next++}`;

  private open(): void {
    clearTimeout(this.timer);
    this.listener.link("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    // The table in the address lets a server with several processes serve all its players in one of them.
    const socket = new WebSocket(`${scheme}://${location.host}/ws?table=${encodeURIComponent(this.table)}`);
    this.socket = socket;
    socket.onopen = () => {
      this.push({ type: "hello", id: this.id(), table: this.table, have: this.listener.have() });
      for (const command of this.waiting.values()) this.push(command);
      clearInterval(this.ping);
      this.ping = setInterval(() => this.push({ type: "ping", id: this.id() }), PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.pause = FIRST_PAUSE;
      this.listener.link("connected");
      this.listener.message(JSON.parse(event.data) as Message);
    };
    socket.onclose = () => this.lost(socket);
  }

  private lost(socket: WebSocket): void {
    if (this.closed || socket !== this.socket) return;
    clearInterval(this.ping);
    this.listener.link("lost");
    this.timer = setTimeout(() => this.open(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** The device is online or visible again: reconnect without waiting for the pause to end. */
  private now = (): void => {
    const dead = !this.socket || this.socket.readyState >= WebSocket.CLOSING;
    if (!this.closed && !document.hidden && dead) this.open();
  };

  private push(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }
}
