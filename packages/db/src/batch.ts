import { GoaltraceError } from "@goaltrace/core";
import { outageOf } from "./outage.ts";

/** Statements for many requests at once. */
export type BatchOptions<Request, Answer> = {
  /** Returns one answer per request, in the same order. When it fails for several requests, each is run again alone. */
  run(requests: readonly Request[]): Promise<readonly Answer[]>;
  /** Maximum requests per run. */
  readonly most: number;
};

type Waiting<Request, Answer> = {
  readonly request: Request;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
};

/**
 * Runs concurrent requests together: those that arrive while a run is in progress form the next one. A single request never waits for
 * others. Every run begins after its requests arrived, so an answer is never older than its request. An error reaches only the request that
 * causes it. Errors: those of `run`.
 */
export function createBatch<Request, Answer>({
  run,
  most,
}: BatchOptions<Request, Answer>): (request: Request) => Promise<Answer> {
  const waiting: Waiting<Request, Answer>[] = [];
  let isRunning = false;

  async function settle(batch: readonly Waiting<Request, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ request }) => request));
      answers.forEach((answer, index) => batch[index]?.resolve(answer));
    } catch (reason) {
      // During an outage each would wait and fail in the same way.
      if (batch.length > 1 && !isUnavailable(reason)) for (const alone of batch) await settle([alone]);
      else for (const { reject } of batch) reject(reason);
    }
  }

  async function runAll(): Promise<void> {
    // Requests made in the same turn of the event loop share a run.
    await Promise.resolve();
    while (waiting.length > 0) await settle(waiting.splice(0, most));
    isRunning = false;
  }

  return async (request) =>
    await new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      void runAll();
    });
}

/**
 * As `createBatch`, for reads that many runs make when they start: equal requests share an answer. `keyOf` returns the same text for equal
 * requests.
 */
export function createReadBatch<Request, Answer>({
  keyOf,
  run,
  most,
}: BatchOptions<Request, Answer> & {
  keyOf(request: Request): string;
}): (request: Request) => Promise<Answer> {
  return createBatch<Request, Answer>({
    most,
    run: async (requests) => {
      const keys = requests.map(keyOf);
      const distinct = requests.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
      const places = new Map(distinct.map((request, index) => [keyOf(request), index]));
      const answers = await run(distinct);
      return keys.flatMap((key) => answers.slice(places.get(key) ?? 0, (places.get(key) ?? 0) + 1));
    },
  });
}

function isUnavailable(reason: unknown): boolean {
  if (reason instanceof GoaltraceError) return reason.code === "DATABASE_UNAVAILABLE";
  return outageOf(reason) !== undefined;
}
