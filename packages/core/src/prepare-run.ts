import { toFailure, type Failure } from "./errors.ts";
import type { Trace } from "./log/trace.ts";
import { narrowEnvironment } from "./loop/children/narrow-environment.ts";
import type { RunPorts } from "./loop/ports.ts";
import { isRethrown } from "./loop/rethrown.ts";
import type { Strategy } from "./loop/strategy.ts";
import type { RunEnvironment } from "./ports/run-environment.ts";
import type { ToolSet } from "./ports/tool.ts";
import { findStrategy } from "./strategies/index.ts";
import { singleCall } from "./strategies/single-call.ts";
import { narrowTools } from "./tools/tool-set.ts";
import { withUseTool } from "./tools/use-tool.ts";

/** A run that can execute. */
export type PreparedRun = {
  readonly environment: RunEnvironment;
  readonly strategy: Strategy;
  /** True if the run cannot start and only ends. */
  readonly isRefused: boolean;
};

/** Opens the run's environment. A run that cannot start gets a strategy that ends it with the failure, so that it is not claimed repeatedly. A child's is within that of `parent`. */
export async function prepareRun(
  ports: RunPorts,
  trace: Trace,
  { signal, parent }: { readonly signal: AbortSignal; readonly parent?: RunEnvironment },
): Promise<PreparedRun> {
  let environment: RunEnvironment | null = null;
  try {
    environment = await ports.environments.openRun(trace, signal);
    if (parent !== undefined) environment = narrowEnvironment(environment, parent);
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

/**
 * The tools that the run may use; these are also sent to the model. Throws CONFIGURATION_INVALID if the agent lists an unknown tool, except one of
 * an MCP server: those come and go.
 */
function allowedTools(available: ToolSet, { agent, mode }: Trace): ToolSet {
  const allowed = narrowTools(available, agent.tools);
  return mode === "call" ? NO_TOOLS : withUseTool(allowed);
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

/** Closes the environment. Logs an error instead of throwing it, because it must not hide the outcome of the run. */
export async function closeEnvironment(
  environment: RunEnvironment,
  { ports, trace }: { readonly ports: RunPorts; readonly trace: Trace },
): Promise<void> {
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
