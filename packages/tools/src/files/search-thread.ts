import { Worker } from "node:worker_threads";

export type SearchOutcome =
  /** The numbers (from 1) of each text's matching lines, at most `maxPerText`. */
  | { readonly kind: "found"; readonly lines: readonly (readonly number[])[] }
  | { readonly kind: "too_slow" }
  | { readonly kind: "cancelled" };

export type SearchThread = {
  search(texts: readonly string[]): Promise<SearchOutcome>;
  close(): Promise<void>;
};

export type SearchThreadOptions = {
  readonly source: string;
  readonly flags: string;
  readonly maxPerText: number;
  /** Applies to each call of `search`. */
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
};

/**
 * The thread's program, as a string so that it starts the same way from source, from a bundle and in a test runner. The whole text is
 * tested first, and only matching texts are split into lines. The shortcut is disabled for look-around, which could see past the end of a
 * line.
 */
const THREAD_PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const perLine = new RegExp(workerData.source, workerData.flags);
const whole = /\\(\\?<?[=!]/.test(workerData.source) ? null : new RegExp(workerData.source, workerData.flags.replace("m", "") + "m");
function matchingLines(text) {
  const matches = [];
  if (whole !== null && !whole.test(text)) return matches;
  const lines = text.split("\\n");
  if (lines[lines.length - 1] === "") lines.pop();
  for (let index = 0; index < lines.length && matches.length < workerData.maxPerText; index += 1) {
    const line = lines[index];
    if (perLine.test(line.endsWith("\\r") ? line.slice(0, -1) : line)) matches.push(index + 1);
  }
  return matches;
}
parentPort.on("message", (texts) => parentPort.postMessage(texts.map(matchingLines)));
`;

/**
 * Runs a regular expression over texts in a worker thread, which is terminated when the expression takes too long, so that neither a
 * malicious pattern nor a large search blocks the process. One search at a time; close it when done.
 */
export function startSearchThread(options: SearchThreadOptions): SearchThread {
  const { source, flags, maxPerText } = options;
  const worker = new Worker(THREAD_PROGRAM, {
    eval: true,
    workerData: { source, flags, maxPerText },
    execArgv: [],
    env: {},
  });
  worker.unref();
  return {
    search: (texts) => searchOnce(worker, texts, options),
    close: async () => {
      await worker.terminate();
    },
  };
}

function searchOnce(
  worker: Worker,
  texts: readonly string[],
  options: SearchThreadOptions,
): Promise<SearchOutcome> {
  if (options.signal.aborted) return Promise.resolve({ kind: "cancelled" });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => resolve({ kind: "too_slow" })), options.timeLimitMs);
    const onMessage = (lines: number[][]): void => settle(() => resolve({ kind: "found", lines }));
    const onError = (error: unknown): void =>
      settle(() => reject(error instanceof Error ? error : new Error(String(error))));
    const onAbort = (): void => settle(() => resolve({ kind: "cancelled" }));
    function settle(finish: () => void): void {
      clearTimeout(timer);
      worker.off("message", onMessage);
      worker.off("error", onError);
      options.signal.removeEventListener("abort", onAbort);
      finish();
    }
    worker.once("message", onMessage);
    worker.once("error", onError);
    options.signal.addEventListener("abort", onAbort, { once: true });
    worker.postMessage(texts);
  });
}
