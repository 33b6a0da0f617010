import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { PATTERN_THREAD_HEAP_MB, PATTERN_TIME_LIMIT_MS } from "../tunables.ts";
import { createThreadPlaces } from "./thread-places.ts";

export type ThreadAnswer<Answer> =
  | { readonly kind: "answer"; readonly value: Answer }
  /** It took too long or used too much memory. The next question starts a new thread. */
  | { readonly kind: "too_slow" }
  | { readonly kind: "cancelled" };

export type Thread<Question, Answer> = {
  /** Asks one question at a time, when a processor is free for it. Errors: those of the thread's program. */
  ask(question: Question): Promise<ThreadAnswer<Answer>>;
  close(): Promise<void>;
};

export type ThreadOptions = {
  /** CommonJS that defines `answer(question)`, which may return a promise: a string, so that it starts the same way from source, from a bundle and in a test runner. */
  readonly program: string;
  /** Packages that the program gets with `load(name)`. */
  readonly packages: readonly string[];
  /** The workspace that asks: workspaces take turns. */
  readonly owner: string;
  /** Time for one answer in milliseconds, without the wait for a processor. @default PATTERN_TIME_LIMIT_MS */
  readonly timeLimitMs?: number | undefined;
  readonly signal: AbortSignal;
};

const locate = createRequire(import.meta.url);
/** One processor is left for everything else: the runs of the process, the database and the web server. */
const PLACES = createThreadPlaces(Math.max(1, availableParallelism() - 1));

/**
 * Lowers the priority of a thread, so that on a busy machine runs, the database and the web server get three quarters of a processor that foreign
 * patterns also want. Only on Linux: elsewhere priorities belong to whole processes.
 */
const YIELD =
  process.platform === "linux"
    ? '{ const os = require("node:os"); os.setPriority(0, Math.max(5, os.getPriority(0))); }'
    : "";

const PRELUDE = `
const { parentPort, workerData } = require("node:worker_threads");
${YIELD}
const load = (name) => require(workerData[name]);
parentPort.on("message", async (question) => parentPort.postMessage(await answer(question)));
`;

/**
 * Creates a thread for work on foreign input that may need exponential time, which would block all runs of the process. It starts with the
 * first question and is terminated by `close`, by `signal` and when an answer takes too long.
 */
export function createThread<Question, Answer>(options: ThreadOptions): Thread<Question, Answer> {
  let worker: Worker | null = null;
  const close = async (): Promise<void> => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };
  return {
    ask: async (question) => {
      const leave = await PLACES.take(options.owner, options.signal);
      if (leave === null) return { kind: "cancelled" };
      let answered: ThreadAnswer<Answer> | null = null;
      try {
        worker ??= startWorker(options);
        answered = await askOnce<Answer>(worker, question, options);
        return answered;
      } finally {
        if (answered?.kind !== "answer") await close();
        leave();
      }
    },
    close,
  };
}

function startWorker({ program, packages }: ThreadOptions): Worker {
  const worker = new Worker(PRELUDE + program, {
    eval: true,
    workerData: Object.fromEntries(packages.map((name) => [name, locate.resolve(name)])),
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: PATTERN_THREAD_HEAP_MB },
  });
  // Without a listener an error between two questions would end the process.
  worker.on("error", () => undefined);
  worker.unref();
  return worker;
}

function askOnce<Answer>(
  worker: Worker,
  question: unknown,
  { signal, timeLimitMs = PATTERN_TIME_LIMIT_MS }: ThreadOptions,
): Promise<ThreadAnswer<Answer>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => resolve({ kind: "too_slow" })), timeLimitMs);
    const onMessage = (value: Answer): void => settle(() => resolve({ kind: "answer", value }));
    const onError = (error: unknown): void =>
      settle(() => (isOutOfMemory(error) ? resolve({ kind: "too_slow" }) : reject(toError(error))));
    const onAbort = (): void => settle(() => resolve({ kind: "cancelled" }));
    function settle(finish: () => void): void {
      clearTimeout(timer);
      worker.off("message", onMessage);
      worker.off("error", onError);
      signal.removeEventListener("abort", onAbort);
      finish();
    }
    worker.once("message", onMessage);
    worker.once("error", onError);
    signal.addEventListener("abort", onAbort, { once: true });
    worker.postMessage(question);
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
