import { readAborted } from "./chat-terminal.ts";

type Reader = { readonly question: string; settle(line: string | null): void };

/** The pending reads of a terminal. The newest gets the next line. */
export type Readers = {
  /** Adds a read. Rejects when `signal` aborts; null when the input ends. */
  add(question: string, signal?: AbortSignal): Promise<string | null>;
  /** The question of the newest read; null without a read. */
  question(): string | null;
  /** Gives a line to the newest read, or to the next read of a message. */
  give(line: string): void;
  /** Ends all reads, and those to come. */
  end(): void;
};

/** Creates an empty list of reads. `onChange` is called whenever another read is the newest. */
export function createReaders(onChange: () => void): Readers {
  let readers: readonly Reader[] = [];
  let hasEnded = false;
  const early: string[] = [];
  const remove = (reader: Reader): void => {
    readers = readers.filter((other) => other !== reader);
    onChange();
  };
  return {
    add: async (question, signal) =>
      await new Promise((resolve, reject) => {
        if (hasEnded) {
          resolve(null);
          return;
        }
        if (signal?.aborted === true) {
          reject(readAborted(signal));
          return;
        }
        const typed = question === "" ? early.shift() : undefined;
        if (typed !== undefined) {
          resolve(typed);
          return;
        }
        const onAbort = (): void => {
          remove(reader);
          if (signal !== undefined) reject(readAborted(signal));
        };
        const reader: Reader = {
          question,
          settle: (line) => {
            signal?.removeEventListener("abort", onAbort);
            remove(reader);
            resolve(line);
          },
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        readers = [...readers, reader];
        onChange();
      }),
    question: () => readers.at(-1)?.question ?? null,
    give: (line) => {
      const newest = readers.at(-1);
      if (newest === undefined) early.push(line);
      else newest.settle(line);
    },
    end: () => {
      hasEnded = true;
      for (const reader of readers) reader.settle(null);
    },
  };
}
