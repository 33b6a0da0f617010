import { CallSuspended } from "../../ports/child-agents.ts";

/** Why a child waits, and when it continues without an answer (milliseconds since the epoch; null for never). */
export type ChildWait = { readonly for: string | null; readonly wakeAt: number | null };

/** Waits for `until` without counting as work. Rejects with `CallSuspended` once the run and all its children only wait. */
export type Idle = (until: Promise<void>) => Promise<void>;

/**
 * The children of a run that this process executes beside it. It knows when neither the run nor any of them has something to do: then every
 * execution stops, so that the run itself can wait without a worker.
 */
export type ChildWork = {
  /** Executes a child; does nothing while it already executes. Errors are kept for `rethrow`. */
  start(childTraceId: string, execute: (idle: Idle) => Promise<void>): void;
  isBusy(): boolean;
  /** Lets the run wait until an execution has stopped or `until` resolves. Meanwhile the run itself does not count as work. */
  rest(until: Promise<void>): Promise<void>;
  /** Resolves when all executions have stopped. */
  settle(): Promise<void>;
  /** Aborts the executions of children that must end with their run. */
  readonly end: AbortController;
  /** Throws the error of an execution that failed, once. */
  rethrow(): void;
  /** The children that wait for people, by trace. */
  readonly waiting: Map<string, ChildWait>;
  /** The open calls that wait for children, each with the condition that ends its wait. */
  readonly heldCalls: Map<string, () => boolean>;
  /** When the execution of a held call first started in this process, in monotonic milliseconds. */
  readonly heldSince: Map<string, number>;
};

/** Creates it without children. */
export function createChildWork(): ChildWork {
  const executions = new Map<string, Promise<void>>();
  const idle = new Set<() => void>();
  const listeners = new Set<() => void>();
  let failure: { readonly thrown: unknown } | null = null;
  /** The run itself, and the executions that do not wait. */
  let working = 1;
  const stopWorking = (): void => {
    working -= 1;
    if (working > 0) return;
    const suspended = [...idle];
    idle.clear();
    for (const suspend of suspended) suspend();
  };

  const execute = async (childTraceId: string, run: (idle: Idle) => Promise<void>): Promise<void> => {
    let isWorking = true;
    working += 1;
    const waitIdle: Idle = async (until) => {
      isWorking = false;
      await new Promise<void>((resolve, reject) => {
        const suspend = (): void => reject(new CallSuspended());
        idle.add(suspend);
        until.then(() => {
          // Its suspended wait is over: the child continues with the next claim of the root.
          if (!idle.delete(suspend)) return;
          working += 1;
          isWorking = true;
          resolve();
        }, reject);
        stopWorking();
      });
    };
    try {
      await run(waitIdle);
    } catch (thrown) {
      if (!(thrown instanceof CallSuspended)) failure ??= { thrown };
    } finally {
      executions.delete(childTraceId);
      if (isWorking) stopWorking();
      for (const listener of listeners) listener();
    }
  };

  return {
    start: (childTraceId, run) => {
      if (!executions.has(childTraceId)) executions.set(childTraceId, execute(childTraceId, run));
    },
    isBusy: () => executions.size > 0,
    rest: async (until) => {
      let listener = (): void => undefined;
      const changed = new Promise<void>((resolve) => {
        listener = resolve;
        listeners.add(resolve);
      });
      stopWorking();
      try {
        await Promise.race([changed, until]);
      } finally {
        working += 1;
        listeners.delete(listener);
      }
    },
    settle: async () => void (await Promise.all(executions.values())),
    end: new AbortController(),
    rethrow: () => {
      if (failure === null) return;
      const { thrown } = failure;
      failure = null;
      throw thrown;
    },
    ...{ waiting: new Map(), heldCalls: new Map(), heldSince: new Map() },
  };
}
