// The connection: it says what it has, keeps what is not answered, and comes back.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";

import type { Message } from "../src/protocol";
import { Connection, type Link } from "../src/table/socket";
import { browser } from "./browser";
import { FakeSocket } from "./fake-socket";

let links: Link[];
let messages: Message[];
let connection: Connection;
const last = (): FakeSocket => FakeSocket.last;

describe("a connection", () => {
  beforeEach(() => {
    browser();
    Object.assign(globalThis, { WebSocket: FakeSocket });
    mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    FakeSocket.all = [];
    links = [];
    messages = [];
    connection = new Connection("T 1", {
      message: (message) => void messages.push(message),
      link: (link) => void links.push(link),
      have: () => 7,
    });
  });
  afterEach(() => {
    connection.close();
    mock.timers.reset();
  });

  test("it says hello with what it has", () => {
    assert.equal(last().url, "ws://server.example/ws?table=T%201");
    last().open();
    assert.deepEqual(last().types(), ["hello"]);
    assert.equal(last().sent[0]?.have, 7);
  });

  test("it says hello again if the server could not read the table", () => {
    last().open();
    connection.resend(last().sent[0]?.id ?? "");
    mock.timers.tick(1000);
    assert.deepEqual(last().types(), ["hello", "hello"]);
    assert.equal(last().sent[1]?.id, last().sent[0]?.id);
  });

  test("messages are passed on, and the link is then connected", () => {
    last().open();
    last().onmessage({ data: '{"type":"ack","id":"a","seq":1}' });
    assert.deepEqual(messages, [{ type: "ack", id: "a", seq: 1 }]);
    assert.deepEqual(links, ["connected"]);
  });

  test("what was sent before the connection or not answered is sent again with the same id", () => {
    const early = connection.send({ type: "start" });
    last().open();
    const answered = connection.send({ type: "ready", ready: true });
    connection.answered(answered);
    last().lose();
    assert.equal(links.at(-1), "lost");
    mock.timers.tick(8000);
    assert.equal(FakeSocket.all.length, 2);
    last().open();
    assert.deepEqual(last().types(), ["hello", "start"]);
    assert.equal(last().sent[1]?.id, early);
  });

  test("a command that could not be stored is sent again after a moment", () => {
    last().open();
    const id = connection.send({ type: "start" });
    connection.resend(id);
    assert.deepEqual(last().types(), ["hello", "start"]);
    mock.timers.tick(500);
    assert.deepEqual(last().types(), ["hello", "start", "start"]);
    assert.equal(last().sent[2]?.id, id);
  });

  test("a command that has been answered meanwhile is not sent again", () => {
    last().open();
    const id = connection.send({ type: "start" });
    connection.resend(id);
    connection.answered(id);
    mock.timers.tick(500);
    assert.deepEqual(last().types(), ["hello", "start"]);
  });

  test("pauses between attempts grow, up to twelve seconds", () => {
    for (const longest of [450, 900, 1800, 3600, 7200, 12_000, 12_000]) {
      const attempts = FakeSocket.all.length;
      last().lose();
      mock.timers.tick(longest);
      assert.equal(FakeSocket.all.length, attempts + 1);
    }
  });

  test("a device that is back does not wait for the pause to end", () => {
    last().lose();
    dispatchEvent(new Event("online"));
    assert.equal(FakeSocket.all.length, 2);
  });

  test("it pings while nothing comes, and an answer keeps it open", () => {
    last().open();
    for (const pings of [1, 2, 3]) {
      mock.timers.tick(5000);
      assert.equal(
        last()
          .types()
          .filter((type) => type === "ping").length,
        pings,
      );
      last().onmessage({ data: JSON.stringify({ type: "ack", id: last().sent.at(-1)?.id, seq: 1 }) });
    }
    assert.equal(links.at(-1), "connected");
    assert.deepEqual(messages, [], "the answer to a ping concerns nobody else");
  });

  test("a connection that does not answer is noticed within ten seconds", () => {
    last().open();
    last().onmessage({ data: '{"type":"ack","id":"a","seq":1}' });
    for (let seconds = 0; seconds < 10; seconds++) mock.timers.tick(1000);
    assert.ok(links.includes("lost"));
    assert.equal(FakeSocket.all.length, 2, "and another one is tried");
  });

  test("an attempt that gets no answer is given up, and the connection is called lost until it is back", () => {
    last().open();
    last().onmessage({ data: '{"type":"ack","id":"a","seq":1}' });
    last().lose();
    mock.timers.tick(450);
    assert.equal(FakeSocket.all.length, 2);
    mock.timers.tick(10_000);
    mock.timers.tick(900);
    assert.equal(FakeSocket.all.length, 3);
    assert.equal(links.at(-1), "lost");
    last().open();
    mock.timers.tick(4000);
    assert.equal(FakeSocket.all.length, 3, "an open one is kept");
  });

  test("a device that goes offline has lost its connection at once", () => {
    last().open();
    last().onmessage({ data: '{"type":"ack","id":"a","seq":1}' });
    dispatchEvent(new Event("offline"));
    assert.equal(links.at(-1), "lost");
  });

  test("once closed it stays closed", () => {
    last().open();
    connection.close();
    last().lose();
    mock.timers.tick(60_000);
    dispatchEvent(new Event("online"));
    assert.equal(FakeSocket.all.length, 1);
    assert.equal(links.at(-1), "closed");
  });
});
