import type { Writable } from "node:stream";

/** A stream of text lines that may fail: the reader of a pipe ends, or the disk is full. */
export type LineOutput = {
  /** Writes one line; after a failure it does nothing. */
  readonly print: (line: string) => void;
  /** Writes one line and waits until there is room for the next one. Returns false after a failure. */
  write(line: string): Promise<boolean>;
  /** Calls `listener` once, at the first failure. Returns a function that removes it. */
  onFailure(listener: (error: NodeJS.ErrnoException) => void): () => void;
};

/** Watches a stream from now on: its failures no longer end the process. */
export function createLineOutput(stream: Writable): LineOutput {
  let failure: NodeJS.ErrnoException | null = null;
  const listeners = new Set<(error: NodeJS.ErrnoException) => void>();
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (failure !== null) return;
    failure = error;
    for (const listener of [...listeners]) listener(error);
    listeners.clear();
  });
  const onFailure: LineOutput["onFailure"] = (listener) => {
    if (failure === null) listeners.add(listener);
    else listener(failure);
    return () => void listeners.delete(listener);
  };
  const isOpen = (): boolean => failure === null;
  return {
    print: (line) => {
      if (isOpen()) stream.write(`${line}\n`);
    },
    write: async (line) => {
      if (isOpen() && !stream.write(`${line}\n`)) await drained(stream, onFailure);
      return isOpen();
    },
    onFailure,
  };
}

async function drained(stream: Writable, onFailure: LineOutput["onFailure"]): Promise<void> {
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      stream.off("drain", settle);
      removeListener();
      resolve();
    };
    stream.once("drain", settle);
    const removeListener = onFailure(settle);
  });
}

/** The standard output of this process. */
export const standardOutput = createLineOutput(process.stdout);
