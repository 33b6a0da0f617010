import type { Hash } from "../../ports/clock.ts";

const BLOCK = 64;
const LENGTH_BYTES = 8;
const WORD = 0x1_0000_0000;

/**
 * SHA-256 derives its constants from the first 64 primes: the fractional parts of their cube roots, and of the first eight square roots.
 */
const PRIMES = firstPrimes(64);
const ROUND = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** SHA-256 in plain JavaScript (FIPS 180-4), for engines without a synchronous native one. */
export function createPortableHash(): Hash {
  const encoder = new TextEncoder();
  const schedule = new Int32Array(BLOCK);
  return {
    sha256(text) {
      const bytes = pad(encoder.encode(text));
      const view = new DataView(bytes.buffer);
      const state = START.slice();
      for (let offset = 0; offset < bytes.length; offset += BLOCK)
        compress(state, schedule, { view, offset });
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    },
  };
}

function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK);
  const bytes = new Uint8Array(blocks * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - LENGTH_BYTES, BigInt(message.length) * 8n);
  return bytes;
}

function compress(
  state: Int32Array,
  w: Int32Array,
  block: { readonly view: DataView; readonly offset: number },
): void {
  for (let i = 0; i < 16; i += 1) w[i] = block.view.getInt32(block.offset + i * 4);
  for (let i = 16; i < BLOCK; i += 1) {
    const x = at(w, i - 15);
    const y = at(w, i - 2);
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let i = 0; i < BLOCK; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUND, i) + at(w, i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = at(state, index) + word;
  });
}

function at(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * WORD) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
