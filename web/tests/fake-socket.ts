// A WebSocket that tests open, close and read.

export class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { type: string; id: string; have?: number; choice?: unknown }[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  /** The last one. */
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("nothing was opened");
    return socket;
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data) as (typeof this.sent)[number]);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  lose(): void {
    this.readyState = 3;
    this.onclose();
  }
  types(): string[] {
    return this.sent.map(({ type }) => type);
  }
}
