import { toFailure, type Failure } from "./errors.ts";
import type { Trace } from "./log/trace.ts";
import type { Update } from "./log/update.ts";
import { createChannel } from "./loop/channel.ts";
import type { RunPorts } from "./loop/ports.ts";
import { isRethrown, runTrace } from "./loop/run-trace.ts";
import type { Strategy } from "./loop/strategy.ts";
import type { RunEnvironment } from "./ports/run-environment.ts";
import type { ToolSet } from "./ports/tool.ts";
import type { Lease, PreviousHolder } from "./ports/trace-store.ts";
import { readLog, readLogPages } from "./reading/read-log.ts";
import type { KnownSignal } from "./signals/signal.ts";
import { findStrategy } from "./strategies/index.ts";
import { singleCall } from "./strategies/single-call.ts";
import { narrowTools } from "./tools/tool-set.ts";

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
};

/**
 * Executes a claimed trace; the runtime's public API. Yields every update: entries after their commit, deltas as they stream. Ends when the
 * trace is over, released or waiting. Throws LEASE_LOST if another worker took over, and DATABASE_UNAVAILABLE if the run must wait for the
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
  const { environment, strategy, isRefused } = await prepare(
    ports,
    trace,
    AbortSignal.any([cancel, release]),
  );
  // Nothing has been written yet, so the next worker finds the trace unchanged.
  if (isRefused && release.aborted) return await close(environment, options);
  const channel = createChannel<Update>();
  const running = runTrace(
    {
      ...{ trace, entries, ports, environment, fence: lease.fence, emit: channel.push },
      signal: AbortSignal.any([cancel, setAside]),
      readPages: (current, range) => readLogPages(reader, current, range),
    },
    {
      strategy,
      isRefused,
      release,
      previousHolder: options.previousHolder ?? "died",
      setAside: () => (setAside.aborted ? toFailure(setAside.reason) : null),
      drainSignals: () => options.drainSignals?.() ?? [],
      checkSignals: async () => await options.checkSignals?.(),
      cancelReason: () =>
        isCancel(cancel.reason)
          ? {
              signalId: cancel.reason.id,
              personId: cancel.reason.personId,
              reason: cancel.reason.payload.reason,
            }
          : { signalId: "", personId: null, reason: null },
    },
  );
  const ended = closeAfter(running, () => close(environment, options));
  ended.then(channel.close, channel.fail);
  yield* channel.items;
}

type Prepared = {
  readonly environment: RunEnvironment;
  readonly strategy: Strategy;
  /** True if the run cannot start and only ends. */
  readonly isRefused: boolean;
};

/** Opens the run's environment. A run that cannot start gets a strategy that ends it with the failure, so that it is not claimed repeatedly. */
async function prepare(ports: RunPorts, trace: Trace, signal: AbortSignal): Promise<Prepared> {
  let environment: RunEnvironment | null = null;
  try {
    environment = await ports.environments.openRun(trace, signal);
    const tools = allowedTools(environment.tools, trace);
    return {
      environment: { ...environment, tools },
      strategy: selectStrategy(trace, ports),
      isRefused: false,
    };
  } catch (thrown) {
    if (isRethrown(thrown)) throw thrown;
    const failure = toFailure(thrown);
    return {
      environment: environment ?? emptyEnvironment(failure),
      strategy: refusalStrategy(trace, failure),
      isRefused: true,
    };
  }
}

const NO_TOOLS: ToolSet = { tools: [], find: () => undefined };

/** The tools that the run may use; these are also sent to the model. Throws CONFIGURATION_INVALID if the agent lists an unknown tool. */
function allowedTools(available: ToolSet, { agent, mode }: Trace): ToolSet {
  const allowed = narrowTools(available, agent.tools);
  return mode === "call" ? NO_TOOLS : allowed;
}

function selectStrategy(trace: Trace, ports: RunPorts): Strategy {
  const strategy = findStrategy(trace.agent.strategy, ports.strategies);
  return trace.mode === "call" ? singleCall : strategy;
}

/** The environment of a run that only ends. */
function emptyEnvironment(failure: Failure): RunEnvironment {
  return {
    tools: NO_TOOLS,
    permission: { decide: async () => ({ effect: "deny", by: "default", reason: failure.message }) },
    redactor: { redact: (text) => text, pendingSuffixLength: () => 0 },
    models: { resolve: async () => failure },
    sources: [],
    forbiddenFolders: [],
    close: async () => undefined,
  };
}

async function closeAfter<Value>(running: Promise<Value>, closeAll: () => Promise<void>): Promise<Value> {
  try {
    return await running;
  } finally {
    await closeAll();
  }
}

/** Closes the environment. Logs an error instead of throwing it, because it must not hide the outcome of the run. */
async function close(environment: RunEnvironment, { ports, trace }: RunOptions): Promise<void> {
  try {
    await environment.close();
  } catch (thrown) {
    const error = environment.redactor.redact(String(thrown));
    ports.logger.warn("run environment did not close", { traceId: trace.id, error });
  }
}

/** Returns a strategy that ends a run that cannot start. */
function refusalStrategy(trace: Trace, failure: Failure): Strategy {
  return {
    name: trace.agent.strategy,
    next: (state) =>
      state.canceled === null
        ? { kind: "finish", status: "failed", failure }
        : { kind: "finish", status: "cancelled", failure: null },
  };
}

function isCancel(reason: unknown): reason is Extract<KnownSignal, { kind: "cancel" }> {
  return (
    typeof reason === "object" &&
    reason !== null &&
    "kind" in reason &&
    reason.kind === "cancel" &&
    "traceId" in reason
  );
}
