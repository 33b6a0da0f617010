import { toFailure } from "./errors.ts";
import type { Trace } from "./log/trace.ts";
import type { Update } from "./log/update.ts";
import { createChannel } from "./loop/channel.ts";
import type { RunPorts } from "./loop/ports.ts";
import { runTrace } from "./loop/run-trace.ts";
import type { Lease, PreviousHolder } from "./ports/trace-store.ts";
import { closeEnvironment, prepareRun } from "./prepare-run.ts";
import { readLog, readLogPages } from "./reading/read-log.ts";
import { aborted, cancelReason, createRunTree, isCancel, type OpenChildInbox } from "./run-tree.ts";
import type { KnownSignal } from "./signals/signal.ts";

export type RunOptions = {
  /** The trace as returned by `TraceStore.claim`. */
  readonly trace: Trace;
  readonly lease: Lease;
  readonly ports: RunPorts;
  /** Stops before the next step and leaves the trace to another worker (a deploy, a lost lease). */
  readonly release?: AbortSignal;
  /** Cancels the run immediately. The abort reason may be the signal that requested it. */
  readonly cancel?: AbortSignal;
  /** The fate of the previous holder, as returned by `TraceStore.claim`. Default: `died`. */
  readonly previousHolder?: PreviousHolder;
  /**
   * Aborts when the run harms its worker, with its failure as the reason: the current step stops, and the run ends as interrupted. Default:
   * never.
   */
  readonly setAside?: AbortSignal;
  /** Returns the signals received since the last call, oldest first. A signal may repeat until it is taken. */
  drainSignals?(): readonly KnownSignal[];
  /** Reads the signals that were sent until now; awaited before tools start. It should abort `cancel` for a cancellation. */
  checkSignals?(): Promise<void>;
  /** Resolves when a signal has been read that `drainSignals` has not returned yet, or when `over` aborts. Default: only the latter. */
  untilSignal?(over: AbortSignal): Promise<void>;
  /** Opens the inbox of each sub-agent, whose signals arrive apart from those of the run. Default: they receive none. */
  readonly openInbox?: OpenChildInbox;
};

/**
 * Executes a claimed trace and the sub-agents below it; the runtime's public API. Yields every update of all of them: entries after their
 * commit, deltas as they stream. Ends when the trace is over, released or waiting. Throws LEASE_LOST if another worker took over, and DATABASE_UNAVAILABLE if the run must wait for the
 * next claim.
 */
export async function* run(options: RunOptions): AsyncGenerator<Update> {
  const { trace, lease, ports } = options;
  const scope = { workspaceId: trace.workspaceId, personId: trace.personId };
  const reader = { traces: ports.traces, scope };
  const entries = await readLog(reader, trace);
  const cancel = options.cancel ?? new AbortController().signal;
  const release = options.release ?? new AbortController().signal;
  const setAside = options.setAside ?? new AbortController().signal;
  const { environment, strategy, isRefused } = await prepareRun(ports, trace, {
    signal: AbortSignal.any([cancel, release]),
  });
  // Nothing has been written yet, so the next worker finds the trace unchanged.
  if (isRefused && release.aborted) return await closeEnvironment(environment, options);
  const channel = createChannel<Update>();
  // If the root fails, the runs below it stop before their next step; another worker continues them.
  const giveUp = new AbortController();
  const previousHolder = options.previousHolder ?? "died";
  const { fence } = lease;
  const { openInbox } = options;
  const emit = channel.push;
  const running = runTrace(
    {
      ...{ trace, entries, ports, environment, fence, emit, depth: 0 },
      family: createRunTree({
        ports,
        root: trace,
        fence,
        release: AbortSignal.any([release, giveUp.signal]),
        setAside,
        previousHolder,
        openInbox,
        checkRoot: async () => await options.checkSignals?.(),
        emit,
      }),
      signal: AbortSignal.any([cancel, setAside]),
      readPages: (current, range) => readLogPages(reader, current, range),
    },
    {
      ...{ strategy, isRefused, release, previousHolder },
      setAside: () => (setAside.aborted ? toFailure(setAside.reason) : null),
      drainSignals: () => options.drainSignals?.() ?? [],
      checkSignals: async () => await options.checkSignals?.(),
      untilSignal: async (over) => await (options.untilSignal?.(over) ?? aborted(over)),
      cancelReason: () =>
        isCancel(cancel.reason) ? cancelReason(cancel) : { signalId: "", personId: null, reason: null },
    },
  );
  running.catch(() => giveUp.abort());
  const ended = closeAfter(running, () => closeEnvironment(environment, options));
  ended.then(channel.close, channel.fail);
  yield* channel.items;
}

async function closeAfter<Value>(running: Promise<Value>, closeAll: () => Promise<void>): Promise<Value> {
  try {
    return await running;
  } finally {
    await closeAll();
  }
}
