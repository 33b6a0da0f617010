import { StringDecoder } from "node:string_decoder";

/** The output of a process that no one has taken yet. */
export type UnreadOutput = {
  push(this: void, chunk: Buffer): void;
  hasText(this: void): boolean;
  /** Returns the output since the last call; `skippedBytes` were dropped before its beginning. */
  take(this: void): { readonly text: string; readonly skippedBytes: number };
};

/** Keeps the last `maxBytes` of an output that no one has taken, so that a process that prints for hours costs no more. */
export function createUnreadOutput(maxBytes: number): UnreadOutput {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let skippedBytes = 0;
  let decoder = new StringDecoder("utf8");

  /** Drops the oldest half at once, because dropping with each chunk would copy all of it each time. */
  function shrink(): void {
    const all = Buffer.concat(chunks);
    const kept = all.subarray(all.length - maxBytes);
    skippedBytes += all.length - kept.length;
    chunks = [Buffer.from(kept)];
    bytes = kept.length;
    // The rest of the previous character belongs to the dropped part.
    decoder = new StringDecoder("utf8");
  }

  return {
    push(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > 2 * maxBytes) shrink();
    },
    hasText: () => bytes > 0,
    take() {
      if (bytes > maxBytes) shrink();
      const text = decoder.write(Buffer.concat(chunks));
      const taken = { text, skippedBytes };
      chunks = [];
      bytes = 0;
      skippedBytes = 0;
      return taken;
    },
  };
}
