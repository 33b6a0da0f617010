import { failureOf, type Failure } from "./errors.ts";
import type { Update } from "./log/update.ts";
import { createChannel } from "./loop/channel.ts";
import type { RunPorts } from "./loop/ports.ts";
import { runTrace } from "./loop/run-trace.ts";
import type { Trace } from "./log/trace.ts";
import type { RunEnvironment } from "./ports/run-environment.ts";
import { narrowTools } from "./tools/tool-set.ts";
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
  const cancel = options.cancel ?? new AbortController().signal;
  const release = options.release ?? new AbortController().signal;
  const prepared = await prepare(ports, trace, AbortSignal.any([cancel, release]));
  // Nothing was written yet, so the next worker finds the trace as this one did.
  if (prepared.failure !== null && release.aborted) return;
  const channel = createChannel<Update>();
  const finished = runTrace({
    trace,
    entries,
    ports,
    environment: prepared.environment,
    isRefused: prepared.failure !== null,
    fence: lease.fence,
    strategy: prepared.failure === null ? strategyOf(trace) : refusing(trace, prepared.failure),
    signal: cancel,
    release,
    emit: channel.push,
    takeAsked: () => options.takeAsked?.() ?? [],
    cancelReason: () =>
      isSignal(cancel.reason)
        ? { signalId: cancel.reason.id, personId: cancel.reason.personId, reason: cancel.reason.reason }
        : { signalId: "", personId: null, reason: null },
  }).finally(async () => await close(prepared.environment, options));
  finished.then(channel.close, channel.fail);
  yield* channel.items;
}

type Prepared = { readonly environment: RunEnvironment; readonly failure: Failure | null };

async function prepare(ports: RunPorts, trace: Trace, signal: AbortSignal): Promise<Prepared> {
  try {
    const environment = await ports.environments.openRun(trace, signal);
    const tools = narrowTools(environment.tools, trace.mode === "call" ? [] : trace.agent.tools);
    return { environment: { ...environment, tools }, failure: null };
  } catch (thrown) {
    const failure = failureOf(thrown);
    return { environment: emptyEnvironment(failure), failure };
  }
}

/** The environment of a run that is only ended: it offers nothing. */
function emptyEnvironment(failure: Failure): RunEnvironment {
  return {
    tools: { tools: [], find: () => undefined },
    permission: { decide: async () => ({ effect: "deny", reason: failure.message }) },
    redactor: { redact: (text) => text, heldBack: () => 0 },
    models: { resolve: async () => failure },
    sources: [],
    forbiddenFolders: [],
    close: async () => undefined,
  };
}

/** A failed close must not hide how the run ended. */
async function close(environment: RunEnvironment, { ports, trace }: RunOptions): Promise<void> {
  try {
    await environment.close();
  } catch (thrown) {
    const error = environment.redactor.redact(String(thrown));
    ports.logger.warn("run environment did not close", { traceId: trace.id, error });
  }
}

/** The agent's strategy; one that ends the run with the reason when there is none of that name, so that nobody claims it again and again. */
function strategyOf(trace: Trace): Strategy {
  try {
    return findStrategy(trace.agent.strategy);
  } catch (thrown) {
    return refusing(trace, failureOf(thrown));
  }
}

/** Ends a run that cannot start. */
function refusing(trace: Trace, failure: Failure): Strategy {
  return {
    name: trace.agent.strategy,
    next: (state) =>
      state.cancelled === null
        ? { kind: "finish", status: "failed", failure }
        : { kind: "finish", status: "cancelled", failure: null },
  };
}

function isSignal(reason: unknown): reason is Signal {
  return typeof reason === "object" && reason !== null && "kind" in reason && "traceId" in reason;
}
