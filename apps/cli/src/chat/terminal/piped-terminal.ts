import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { toPrintable } from "../../print-update.ts";
import { type ChatTerminal, readAborted } from "./chat-terminal.ts";

/** Ends a line that continues on the next one. */
const CONTINUES = "\\";

/**
 * A chat whose lines come from a pipe or a file, one message each; a backslash at the end of a line joins the next one. A question takes the next
 * line. Lines are read only when they are needed.
 */
export function openPipedTerminal({
  input,
  print,
  listenForInterrupts,
}: {
  readonly input: Readable;
  readonly print: (line: string) => void;
  /** Calls the listener for every interrupt until the returned function is called. */
  readonly listenForInterrupts: (listener: () => void) => () => void;
}): ChatTerminal {
  const source = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const lines = source[Symbol.asyncIterator]();
  /** A line that was asked for by a read that was withdrawn. */
  let pending: Promise<IteratorResult<string>> | undefined;
  const nextLine = async (signal: AbortSignal | undefined): Promise<string | null> => {
    pending ??= lines.next();
    const next = await abortable(pending, signal);
    pending = undefined;
    if (next.done === true) return null;
    return next.value;
  };
  return {
    isInteractive: false,
    print: (text) => print(toPrintable(text)),
    read: async (question, signal) => {
      if (question !== "") print(toPrintable(question));
      const parts: string[] = [];
      for (;;) {
        const line = await nextLine(signal);
        if (line === null) return parts.length === 0 ? null : parts.join("\n");
        if (!line.endsWith(CONTINUES)) return [...parts, line].join("\n");
        parts.push(line.slice(0, -CONTINUES.length));
      }
    },
    show: () => undefined,
    onInterrupt: listenForInterrupts,
    clear: () => undefined,
    close: () => source.close(),
  };
}

async function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await promise;
  return await new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(readAborted(signal));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
