// An old page after an update of the server.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { browser, storage } from "./browser";

browser();
storage();
const { part, turn, version } = await import("../src/update.svelte");

const missing = (): Promise<never> => Promise.reject(new Error("404"));

void describe("a part of the client that the server no longer has", () => {
  let reloads = 0;
  let answers = true;
  let reloaded: () => void = () => undefined;

  /** Loads what is missing until the page reloads itself. */
  async function reload(version: string): Promise<void> {
    await new Promise<void>((done, fail) => {
      reloaded = done;
      part(missing(), version).then(() => fail(new Error("loaded")), fail);
    });
  }

  beforeEach(() => {
    browser();
    storage();
    [reloads, answers] = [0, true];
    Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
    Object.assign(location, {
      reload: () => {
        reloads += 1;
        reloaded();
      },
    });
    Object.assign(globalThis, {
      fetch: () => (answers ? Promise.resolve({ ok: true }) : Promise.reject(new TypeError("offline"))),
    });
  });

  void test("reloads the page, once for each version", async () => {
    await reload("old");
    await assert.rejects(part(missing(), "old"), /404/);
    assert.equal(reloads, 1);
    await reload("new");
    assert.equal(reloads, 2);
  });

  void test("fails at once where there is no connection, and can reload later", async () => {
    answers = false;
    await assert.rejects(part(missing(), "old"), /404/);
    assert.equal(reloads, 0);
    answers = true;
    await reload("old");
    assert.equal(reloads, 1);
  });

  void test("what is there is simply loaded", async () => {
    assert.equal(await part(Promise.resolve("rules"), "old"), "rules");
    assert.equal(reloads, 0);
  });

  void test("a new version is used from the next page on, but no game is delayed by it", async () => {
    const turned = async (path: string): Promise<number> => {
      turn(path);
      // No timer: the other files load meanwhile, and share the globals.
      for (let n = 0; n < 10; n++) await Promise.resolve();
      return reloads;
    };
    assert.equal(await turned("/"), 0, "the first page");
    assert.equal(await turned("/rules"), 0, "the version is the newest");
    version.waiting = true;
    assert.equal(await turned("/rules"), 0, "the same page");
    assert.equal(await turned("/t/ABC"), 0, "a game");
    assert.equal(await turned("/settings"), 1);
  });
});
