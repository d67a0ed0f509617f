// SHA-256 and HMAC on the vectors of NIST (FIPS 180-4), RFC 4231 and docs/fairness.md, and against Node's own.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";

import { Chain } from "../src/fair/chain";
import { terms } from "../src/fair/notes";
import { fromHex, hmac, sha256, toHex } from "../src/fair/sha256";

const NIST: [name: string, text: string, digest: string][] = [
  ["nothing", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["one block", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "two blocks",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  [
    "a million letters",
    "a".repeat(1_000_000),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  ],
];

for (const [name, text, digest] of NIST)
  test(`SHA-256 of ${name}`, () => assert.equal(toHex(sha256(text)), digest));

test("SHA-256 of every length up to three blocks", () => {
  for (let length = 0; length <= 192; length++) {
    const data = Uint8Array.from({ length }, (_, i) => (7 * i + length) % 256);
    assert.equal(toHex(sha256(data)), createHash("sha256").update(data).digest("hex"), String(length));
  }
});

test("HMAC, RFC 4231", () => {
  assert.equal(
    toHex(hmac(new Uint8Array(20).fill(0x0b), "Hi There")),
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  );
  assert.equal(
    toHex(hmac(new Uint8Array(131).fill(0xaa), "Test Using Larger Than Block-Size Key - Hash Key First")),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  );
});

test("HMAC with keys around the size of a block", () => {
  for (const length of [0, 1, 63, 64, 65, 200]) {
    const key = Uint8Array.from({ length }, (_, i) => (11 * i) % 256);
    assert.equal(toHex(hmac(key, "dice")), createHmac("sha256", key).update("dice").digest("hex"));
  }
});

test("hexadecimal digits", () => {
  assert.equal(toHex(Uint8Array.of(0, 10, 255)), "000aff");
  assert.deepEqual([...fromHex("000aff")], [0, 10, 255]);
});

// The values of docs/fairness.md, which tests/dice/test_fair.py compares with Python's.
test("the vectors of the page", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
  const chain = new Chain("ff".repeat(32), 6);
  const derived = toHex(hmac(seed, "qwixx nonce 2\n1"));
  const commitment = toHex(sha256(seed));
  const link = chain.link(1) ?? "";
  const message = ["qwixx dice 2", 1, 0, chain.nonce, derived, link].join("\n");
  assert.equal(commitment, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
  assert.equal(chain.promise, "3817268b5b74de214be81d91bdba023984a76e0b6c9d54cd01343467a2e90ac6");
  assert.equal(chain.nonce, "18bdaafa75f6e0dfc8ca9e2d484499247b55c5adab6f9f820252eefc5ea858b9");
  assert.equal(link, "9fac7cfd6acb61dd22d32c2876818be20dda6717cf5387fcf9a53f4961018bb9");
  assert.equal(chain.link(3), "af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051");
  assert.equal(chain.link(5), undefined);
  assert.equal(derived, "403ebdafde6edbf82edf6b5850710ae3aafb02e02b32ab064c5fbde378712e57");
  assert.equal(
    terms(commitment, [chain.promise, "derived"], ["", ""]),
    "2d8f25424dbba6761a3f3bd4fc1db1d51d53b6d6ccb5c23e3ac8ab6273365552",
  );
  assert.equal(
    toHex(hmac(seed, message)),
    "a5a319b67f8ac7cff878dc46d022285740ca358916778bfb83bd5d833c1eade6",
  );
});
