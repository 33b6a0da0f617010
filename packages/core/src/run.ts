import { toFailure, type Failure } from "./errors.ts";
import type { Trace } from "./log/trace.ts";
import type { Update } from "./log/update.ts";
import { createChannel } from "./loop/channel.ts";
import type { RunPorts } from "./loop/ports.ts";
import { isRethrown, runTrace } from "./loop/run-trace.ts";
import type { Strategy } from "./loop/strategy.ts";
import type { RunEnvironment } from "./ports/run-environment.ts";
import type { ToolSet } from "./ports/tool.ts";
import type { Lease } from "./ports/trace-store.ts";
import { readLog } from "./reading/read-log.ts";
import type { KnownSignal } from "./signals/signal.ts";
import { findStrategy } from "./strategies/index.ts";
import { singleCall } from "./strategies/single-call.ts";
import { narrowTools } from "./tools/tool-set.ts";

export type RunOptions = {
  /** The claimed trace as `TraceStore.claim` gave it. */
  readonly trace: Trace;
  readonly lease: Lease;
  readonly ports: RunPorts;
  /** Stops at the next step and leaves the trace to another worker (a deploy, a lost lease). */
  readonly release?: AbortSignal;
  /** Cancels the run at once; its reason may be the signal that requested it. */
  readonly cancel?: AbortSignal;
  /** The signals that came since the last call, oldest first. One may come again until it was taken. */
  drainSignals?(): readonly KnownSignal[];
};

/**
 * The runtime's public face: executes a claimed trace and yields everything that happens, entries after their commit and deltas as
 * they stream. Ends when the trace is over, released, or waits. Throws LEASE_LOST when another worker took over, and DATABASE_UNAVAILABLE when the
 * run has to wait for the next claim.
 */
export async function* run(options: RunOptions): AsyncGenerator<Update> {
  const { trace, lease, ports } = options;
  const scope = { workspaceId: trace.workspaceId, personId: trace.personId };
  const entries = await readLog({ traces: ports.traces, scope }, trace);
  const cancel = options.cancel ?? new AbortController().signal;
  const release = options.release ?? new AbortController().signal;
  const { environment, strategy, isRefused } = await prepare(
    ports,
    trace,
    AbortSignal.any([cancel, release]),
  );
  // Nothing was written yet, so the next worker finds the trace as this one did.
  if (isRefused && release.aborted) return await close(environment, options);
  const channel = createChannel<Update>();
  const running = runTrace(
    { trace, entries, ports, environment, fence: lease.fence, signal: cancel, emit: channel.push },
    {
      strategy,
      isRefused,
      release,
      drainSignals: () => options.drainSignals?.() ?? [],
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
  /** The run can't start and only ends. */
  readonly isRefused: boolean;
};

/** Opens what the run works with. A run that can't start gets a strategy that ends it with the reason, so that nobody claims it again and again. */
async function prepare(ports: RunPorts, trace: Trace, signal: AbortSignal): Promise<Prepared> {
  let environment: RunEnvironment | null = null;
  try {
    environment = await ports.environments.openRun(trace, signal);
    const tools = allowedTools(environment.tools, trace);
    return { environment: { ...environment, tools }, strategy: selectStrategy(trace), isRefused: false };
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

/** The tools that the run is sent, which are those that can run. Throws CONFIGURATION_INVALID for a name in the agent's list that no tool has. */
function allowedTools(available: ToolSet, { agent, mode }: Trace): ToolSet {
  const allowed = narrowTools(available, agent.tools);
  return mode === "call" ? NO_TOOLS : allowed;
}

function selectStrategy(trace: Trace): Strategy {
  const strategy = findStrategy(trace.agent.strategy);
  return trace.mode === "call" ? singleCall : strategy;
}

/** The environment of a run that is only ended: it offers nothing. */
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

/** A failed close must not hide how the run ended. */
async function close(environment: RunEnvironment, { ports, trace }: RunOptions): Promise<void> {
  try {
    await environment.close();
  } catch (thrown) {
    const error = environment.redactor.redact(String(thrown));
    ports.logger.warn("run environment did not close", { traceId: trace.id, error });
  }
}

/** Ends a run that cannot start. */
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
