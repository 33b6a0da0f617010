import type { Writable } from "node:stream";
import { MESSAGE_MAX_BYTES, NOT_READING_MS, UNREAD_MAX_BYTES_EVER } from "./tunables.ts";

/** Texts on their way to a program. */
type WriteQueue = {
  /** Writes a text behind those before. Rejects if the program no longer reads. */
  write(this: void, text: string): Promise<void>;
  /** Whether the program lets so much wait, and for so long, that it does not read. */
  isStuck(this: void): boolean;
  /** Hands over everything that waits, and ends the stream. */
  end(this: void): void;
};

type Piece = { readonly bytes: Buffer; readonly done: ((error: Error | null | undefined) => void) | null };

/**
 * Creates the queue of a stream. Long texts are written in pieces: a stream reports only that it has written a whole one, and a program that reads a long text
 * slowly does read. `now` in milliseconds.
 */
export function createWriteQueue(
  stream: Writable,
  now: () => number = performance.now.bind(performance),
): WriteQueue {
  const pieces: Piece[] = [];
  let [waiting, readAt, isWriting, isEnded] = [0, 0, false, false];
  const writeNext = (): void => {
    const piece = isWriting ? undefined : pieces.shift();
    if (piece === undefined) return;
    isWriting = true;
    stream.write(piece.bytes, (error) => {
      isWriting = false;
      waiting -= piece.bytes.length;
      readAt = now();
      piece.done?.(error);
      writeNext();
    });
  };
  return {
    write: async (text) => {
      const bytes = Buffer.from(text);
      if (waiting === 0) readAt = now();
      waiting += bytes.length;
      const error = await new Promise<Error | null | undefined>((resolve) => {
        for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
          const isLast = start + PIECE_BYTES >= bytes.length;
          pieces.push({
            bytes: bytes.subarray(start, start + PIECE_BYTES),
            done: isLast ? resolve : null,
          });
        }
        writeNext();
      });
      if (error) throw error;
    },
    isStuck: () =>
      waiting > UNREAD_MAX_BYTES_EVER || (waiting > MESSAGE_MAX_BYTES && now() - readAt > NOT_READING_MS),
    end: () => {
      if (isEnded) return;
      isEnded = true;
      for (const { bytes, done } of pieces.splice(0)) stream.write(bytes, done ?? (() => undefined));
      stream.end();
    },
  };
}

/** As much as a pipe holds. */
const PIECE_BYTES = 64 * 1024;
