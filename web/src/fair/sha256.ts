// SHA-256 (FIPS 180-4) and HMAC. Our own, because browsers have crypto.subtle only with TLS, and a server at home has none.

// prettier-ignore
const CONSTANTS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];
// prettier-ignore
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;
const BLOCK = 64;

type Data = Uint8Array | string;

const bytes = (data: Data): Uint8Array => (typeof data === "string" ? new TextEncoder().encode(data) : data);
const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The 64 words of a block's schedule. */
function schedule(padded: DataView, at: number): Int32Array {
  const words = new Int32Array(64);
  for (let i = 0; i < 64; i++) {
    if (i < 16) words[i] = padded.getInt32(at + 4 * i);
    else {
      const [early, late] = [words[i - 15] ?? 0, words[i - 2] ?? 0];
      const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[i] = (words[i - 16] ?? 0) + one + (words[i - 7] ?? 0) + two;
    }
  }
  return words;
}

export function sha256(data: Data): Uint8Array {
  const message = bytes(data);
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  let state: readonly [number, number, number, number, number, number, number, number] = START;
  for (let at = 0; at < padded.length; at += BLOCK) {
    const words = schedule(view, at);
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + mixed + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + (words[i] ?? 0)) | 0;
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    const [s, t, u, v, w, x, y, z] = state;
    state = [
      (s + a) | 0,
      (t + b) | 0,
      (u + c) | 0,
      (v + d) | 0,
      (w + e) | 0,
      (x + f) | 0,
      (y + g) | 0,
      (z + h) | 0,
    ];
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** HMAC-SHA256. */
export function hmac(key: Uint8Array, message: Data): Uint8Array {
  const short = new Uint8Array(BLOCK);
  short.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      short.map((byte) => byte ^ 0x36),
      bytes(message),
    ),
  );
  return sha256(
    joined(
      short.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function joined(one: Uint8Array, two: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + two.length);
  all.set(one);
  all.set(two, one.length);
  return all;
}

export const toHex = (data: Uint8Array): string =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of a text of hexadecimal digits, which the caller has checked. */
export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
