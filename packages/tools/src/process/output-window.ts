import { StringDecoder } from "node:string_decoder";

/** The kept parts of an output of any length. */
export type OutputWindow = {
  push(this: void, chunk: Buffer): void;
  /** All bytes that were pushed. */
  bytes(this: void): number;
  /** The output with one line in place of what was not kept. */
  text(this: void): string;
};

/** Keeps the first `headBytes` and the last `tailBytes` of an output in a fixed amount of memory, however much is written. */
export function createOutputWindow(headBytes: number, tailBytes: number): OutputWindow {
  let head = Buffer.alloc(Math.min(FIRST_BYTES, headBytes));
  let headLength = 0;
  /** The end of the output as a ring; `written` bytes have gone through it. */
  let ring: Buffer | null = null;
  let written = 0;

  function pushHead(chunk: Buffer): number {
    const taken = Math.min(chunk.length, headBytes - headLength);
    if (headLength + taken > head.length) {
      const larger = Buffer.alloc(Math.min(headBytes, Math.max(head.length * 2, headLength + taken)));
      head.copy(larger, 0, 0, headLength);
      head = larger;
    }
    chunk.copy(head, headLength, 0, taken);
    headLength += taken;
    return taken;
  }

  function pushTail(chunk: Buffer): void {
    ring ??= Buffer.alloc(tailBytes);
    const kept = chunk.subarray(Math.max(0, chunk.length - tailBytes));
    written += chunk.length - kept.length;
    const at = written % tailBytes;
    const copied = kept.copy(ring, at);
    if (copied < kept.length) kept.copy(ring, 0, copied);
    written += kept.length;
  }

  function tail(): Buffer {
    if (ring === null) return Buffer.alloc(0);
    if (written <= tailBytes) return ring.subarray(0, written);
    const at = written % tailBytes;
    return Buffer.concat([ring.subarray(at), ring.subarray(0, at)]);
  }

  return {
    push(chunk) {
      const taken = pushHead(chunk);
      if (taken < chunk.length) pushTail(chunk.subarray(taken));
    },
    bytes: () => headLength + written,
    text() {
      const start = head.subarray(0, headLength);
      const end = tail();
      const omitted = written - end.length;
      if (omitted === 0) return Buffer.concat([start, end]).toString("utf8");
      return `${wholeCharacters(start)}\n[${String(omitted)} bytes not kept]\n${withoutContinuation(end).toString("utf8")}`;
    },
  };
}

/** Most outputs are short. */
const FIRST_BYTES = 16 * 1024;

/** Drops a character that was cut at the end. */
function wholeCharacters(bytes: Buffer): string {
  return new StringDecoder("utf8").write(bytes);
}

/** Drops the rest of a character that was cut at the start. */
function withoutContinuation(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start += 1;
  return bytes.subarray(start);
}
