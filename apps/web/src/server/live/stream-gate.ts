import type { GoaltraceError } from "@goaltrace/core";
import type { StreamRightStore } from "@goaltrace/db";
import { refuseStream } from "./refuse-stream.ts";
import type { StreamPass } from "./refuse-stream.ts";

/** The one place that decides whether an open stream may continue. */
export type StreamGate = {
  /**
   * Forwards the items of a stream while its right lasts. Each item rests on a check that began at most `MAX_AGE_MS` before; when the
   * right has ended, the stream throws at the next notice of a change, or within `CHECK_MS`. `open` gets a signal that aborts when the
   * stream ends. Errors: NOT_SIGNED_IN, NOT_FOUND or NOT_ALLOWED as in `refuseStream`; DATABASE_UNAVAILABLE when an item cannot be checked.
   */
  pass<Item>(
    pass: StreamPass,
    signal: AbortSignal,
    open: (signal: AbortSignal) => AsyncIterable<Item>,
  ): AsyncGenerator<Item>;
};

type Watch = {
  readonly pass: StreamPass;
  /** The start of the last check that found the right intact, on the monotonic clock. */
  checkedAt: number;
  refusal: GoaltraceError | null;
  /** Called once, when the right has ended. */
  end(refusal: GoaltraceError): void;
};

/** All streams of the process are checked this often, in one statement: a notice may be lost. */
const CHECK_MS = 1_000;
/** An item waits for a new check when the last one is older: longer than a regular one takes to come, and below the promised 2 s. */
const MAX_AGE_MS = 1_500;

/**
 * Creates the gate of a process. Its cost does not depend on the text that flows: one statement a second for all open streams, and one
 * for those of a workspace after each change there. Checks never overlap, so that a flood of changes cannot pile them up.
 */
export function createStreamGate(rights: StreamRightStore): StreamGate {
  const watches = new Set<Watch>();
  const due = new Set<Watch>();
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let stop: () => void = () => undefined;

  /** Checks these streams with a statement that begins after this call. Errors: those of the store. */
  async function check(wanted: Iterable<Watch>): Promise<void> {
    for (const watch of wanted) due.add(watch);
    next ??= current.catch(() => undefined).then(readDue);
    current = next;
    await next;
  }

  async function readDue(): Promise<void> {
    next = null;
    const batch = [...due];
    due.clear();
    if (batch.length === 0) return;
    const startedAt = performance.now();
    const facts = await rights.read(batch.map(({ pass }) => pass));
    for (const [index, watch] of batch.entries()) {
      const found = facts[index];
      const refusal = found === undefined ? null : refuseStream(watch.pass, found);
      if (refusal !== null) watch.end(refusal);
      else if (found !== undefined) watch.checkedAt = startedAt;
    }
  }

  /** A check that no one waits for: while the database is away, items wait for their own. */
  const checkLater = (wanted: Iterable<Watch>): void => void check(wanted).catch(() => undefined);

  function enter(watch: Watch): void {
    if (watches.size === 0) {
      const timer = setInterval(() => checkLater(watches), CHECK_MS);
      timer.unref();
      const unsubscribe = rights.onChange((workspaceId) => {
        const concerned = [...watches].filter(
          ({ pass }) => workspaceId === null || pass.workspaceId === workspaceId,
        );
        if (concerned.length > 0) checkLater(concerned);
      });
      stop = () => {
        clearInterval(timer);
        unsubscribe();
      };
    }
    watches.add(watch);
    checkLater([watch]);
  }

  function leave(watch: Watch): void {
    if (!watches.delete(watch)) return;
    due.delete(watch);
    if (watches.size === 0) stop();
  }

  return {
    async *pass<Item>(
      pass: StreamPass,
      signal: AbortSignal,
      open: (signal: AbortSignal) => AsyncIterable<Item>,
    ): AsyncGenerator<Item> {
      const ended = new AbortController();
      let interrupt: (reason: GoaltraceError) => void = () => undefined;
      const watch: Watch = {
        ...{ pass, checkedAt: -Infinity, refusal: null },
        end(refusal) {
          if (watch.refusal !== null) return;
          watch.refusal = refusal;
          leave(watch);
          interrupt(refusal);
          ended.abort();
        },
      };
      enter(watch);
      const items = open(AbortSignal.any([signal, ended.signal]))[Symbol.asyncIterator]();
      try {
        for (;;) {
          const item = await new Promise<IteratorResult<Item, unknown>>((resolve, reject) => {
            interrupt = reject;
            items.next().then(resolve, reject);
          });
          if (item.done !== true && performance.now() - watch.checkedAt > MAX_AGE_MS) await check([watch]);
          if (watch.refusal !== null) throw watch.refusal;
          if (item.done === true) return;
          yield item.value;
        }
      } finally {
        leave(watch);
        ended.abort();
        // Not awaited: a stream that has lost its right must not wait for a read that hangs.
        items.return?.().catch(() => undefined);
      }
    },
  };
}
