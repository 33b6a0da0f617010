import { failureOf } from "./errors.ts";
import type { Update } from "./log/update.ts";
import { createChannel } from "./loop/channel.ts";
import type { RunPorts } from "./loop/ports.ts";
import { runTrace } from "./loop/run-trace.ts";
import type { Trace } from "./log/trace.ts";
import type { Lease, Signal } from "./ports/trace-store.ts";
import { readLog } from "./reading/read-log.ts";
import type { Strategy } from "./loop/strategy.ts";
import { findStrategy } from "./strategies/index.ts";

export type RunOptions = {
  /** The claimed trace as `TraceStore.claim` gave it. */
  readonly trace: Trace;
  readonly lease: Lease;
  readonly ports: RunPorts;
  /** Stops at the next step and leaves the trace to another worker (a deploy, a lost lease). */
  readonly release?: AbortSignal;
  /** Cancels the run at once; its reason may be the `Signal` that asked for it. */
  readonly cancel?: AbortSignal;
  /** What people ask for besides cancelling: a compaction, a pin. Each signal is given once. */
  takeAsked?(): readonly Signal[];
};

/**
 * The runtime's public face (M9): executes a claimed trace and yields everything that happens, entries after their commit and deltas as
 * they stream. Ends when the trace is over or released. Throws LEASE_LOST when another worker took over.
 */
export async function* run(options: RunOptions): AsyncGenerator<Update> {
  const { trace, lease, ports } = options;
  const scope = { workspaceId: trace.workspaceId, personId: trace.personId };
  const entries = await readLog({ traces: ports.traces, scope }, trace);
  const channel = createChannel<Update>();
  const cancel = options.cancel ?? new AbortController().signal;
  const finished = runTrace({
    trace,
    entries,
    ports,
    fence: lease.fence,
    strategy: strategyOf(trace),
    signal: cancel,
    release: options.release ?? new AbortController().signal,
    emit: channel.push,
    takeAsked: () => options.takeAsked?.() ?? [],
    cancelReason: () =>
      isSignal(cancel.reason)
        ? { signalId: cancel.reason.id, personId: cancel.reason.personId, reason: cancel.reason.reason }
        : { signalId: "", personId: null, reason: null },
  });
  finished.then(channel.close, channel.fail);
  yield* channel.items;
}

/** The agent's strategy; one that ends the run with the reason when there is none of that name, so that nobody claims it again and again. */
function strategyOf(trace: Trace): Strategy {
  try {
    return findStrategy(trace.agent.strategy);
  } catch (thrown) {
    const failure = failureOf(thrown);
    return { name: trace.agent.strategy, next: () => ({ kind: "finish", status: "failed", failure }) };
  }
}

function isSignal(reason: unknown): reason is Signal {
  return typeof reason === "object" && reason !== null && "kind" in reason && "traceId" in reason;
}
