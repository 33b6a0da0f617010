import { assertNever, failureOf, GoaltraceError, type Failure, type GoaltraceErrorCode } from "../errors.ts";
import { denyBatch } from "../guards/doom-loop/escalate.ts";
import type { Entry } from "../log/entry.ts";
import { isTerminal, type Trace } from "../log/trace.ts";
import type { Update } from "../log/update.ts";
import { applyToState, createRunState, HANDED_OVER, type RunState } from "./run-state.ts";
import { handleAsked } from "./handle-asked.ts";
import type { Signal } from "../ports/trace-store.ts";
import { checkGuards } from "./check-guards.ts";
import { createLogWriter, type LogWriter } from "./log-writer.ts";
import { modelStep } from "./model-step.ts";
import { createModelStepper, type ModelStepper } from "./model-stepper.ts";
import type { RunEnvironment } from "../ports/run-environment.ts";
import type { RunPorts } from "./ports.ts";
import { effectJournal, INTERRUPTED_OUTPUT } from "./resume.ts";
import { runTools } from "./run-tools.ts";
import { setContext } from "./set-context.ts";
import type { Strategy } from "./strategy.ts";
import {
  collectSummaryAhead,
  createSummaryAhead,
  stopSummaryAhead,
  type SummaryAhead,
} from "./summary-ahead.ts";
import { RESUMES_WITHOUT_PROGRESS } from "../tunables.ts";
import { describeTool } from "../log/describe.ts";

/** One execution of a claimed trace. `signal` cancels; `release` stops at the next step boundary and leaves the trace to another worker. */
export type RunTraceOptions = {
  readonly trace: Trace;
  /** The resolved log so far, shared prefix included. */
  readonly entries: readonly Entry[];
  readonly fence: number;
  readonly strategy: Strategy;
  readonly ports: RunPorts;
  readonly environment: RunEnvironment;
  /** Whether the environment could not be opened, so that the run only ends. */
  readonly isRefused: boolean;
  readonly signal: AbortSignal;
  readonly release: AbortSignal;
  readonly cancelReason: () => {
    readonly signalId: string;
    readonly personId: string | null;
    readonly reason: string | null;
  };
  emit(update: Update): void;
  /** What people asked for besides cancelling, each once; handled before the next model call. */
  takeAsked?(): readonly Signal[];
};

/** How an execution ended: the trace is over, or it was left for another worker. */
export type RunTraceResult = { readonly kind: "finished" } | { readonly kind: "released" };

/** What the parts of the loop share. */
export type RunContext = RunTraceOptions & {
  readonly state: RunState;
  readonly writer: LogWriter;
  readonly stepper: ModelStepper;
  readonly ahead: SummaryAhead;
};

/**
 * The one loop (R1, R2): ask the strategy what is next, act, persist, check the guards, again. Starts a fresh trace or goes on with one
 * that another process left. Throws only LEASE_LOST and defects of the store; everything else becomes part of the log.
 */
export async function runTrace(options: RunTraceOptions): Promise<RunTraceResult> {
  const { trace, ports, environment } = options;
  const state = createRunState(trace.task);
  for (const entry of options.entries) applyToState(state, entry, entry.traceId === trace.id);
  const stepper = await createModelStepper({ trace, ports, environment, entries: options.entries });
  const writer = createLogWriter({
    trace,
    fence: options.fence,
    ports,
    redactor: environment.redactor,
    emit: options.emit,
    apply: (entry) => {
      applyToState(state, entry, true);
      stepper.add(entry);
    },
  });
  const context: RunContext = { ...options, state, writer, stepper, ahead: createSummaryAhead() };
  try {
    const begun = await begin(context);
    return begun ?? (await steps(context));
  } catch (thrown) {
    if (thrown instanceof GoaltraceError && ELSEWHERE.includes(thrown.code)) throw thrown;
    // A defect ends the run where everybody can read it; left to the worker it would be met again at each claim.
    ports.logger.error("run ended by a defect", {
      traceId: trace.id,
      error: environment.redactor.redact(String(thrown)),
    });
    return await finish(context, { kind: "finish", status: "failed", failure: failureOf(thrown) });
  } finally {
    context.ahead.pending?.abort();
  }
}

/** What another worker, or the same one later, can do better. */
const ELSEWHERE: readonly GoaltraceErrorCode[] = ["LEASE_LOST", "SEQUENCE_CONFLICT", "DATABASE_UNAVAILABLE"];

async function steps(context: RunContext): Promise<RunTraceResult> {
  const { state, writer, strategy } = context;
  for (;;) {
    if (context.signal.aborted && state.cancelled === null) stageCancel(context);
    const action = strategy.next(state);
    if (context.release.aborted && action.kind !== "finish") {
      await stopSummaryAhead(context, "stopped");
      // Tells the next worker that this was no crash.
      writer.stage({
        kind: "event",
        type: "trace.status_changed",
        goalId: state.goals.focusId,
        data: { status: "running", waitingFor: "worker" },
      });
      await writer.flush();
      return { kind: "released" };
    }
    switch (action.kind) {
      case "call_model":
        await collectSummaryAhead(context, { waits: false });
        await handleAsked(context, action.withTools);
        await modelStep(context, action);
        break;
      case "run_tools":
        await toolStep(context);
        checkGuards(context);
        break;
      case "finish":
        return await finish(context, action);
      default:
        assertNever(action);
    }
  }
}

async function toolStep(context: RunContext): Promise<void> {
  const { state, writer } = context;
  const calls = [...state.openCalls.values()];
  const denial = state.finalAsked
    ? null
    : denyBatch(
        state.guard,
        calls.map((open) => open.call),
      );
  if (denial === null && !state.finalAsked) return await runTools(context);
  const why =
    denial === null
      ? "The run is at its end: no tool runs any more."
      : `This repeats what brought nothing before (${denial.evidence}). State another approach first.`;
  for (const open of calls)
    stageResult(context, open, { outcome: "denied", title: "denied", output: `Not run. ${why}` });
  if (denial !== null)
    writer.stage({ kind: "event", type: "loop.detected", goalId: state.goals.focusId, data: denial });
  await writer.flush();
}

function stageResult(
  context: RunContext,
  open: {
    readonly call: { readonly id: string; readonly name: string; readonly arguments: string };
    readonly goalId: string;
  },
  result: {
    readonly outcome: "denied" | "interrupted" | "cancelled";
    readonly title: string;
    readonly output: string;
  },
): void {
  const { id, name } = open.call;
  context.writer.stage({
    kind: "message",
    role: "tool",
    goalId: open.goalId,
    toolCallId: id,
    toolName: name,
    ...result,
    durationMs: 0,
    tokens: context.ports.tokenizer.count(result.output),
    description: describeTool({ toolName: name, title: result.title, outcome: result.outcome }),
  });
}

function stageCancel(context: RunContext): void {
  const { signalId, personId, reason } = context.cancelReason();
  context.writer.stage({
    kind: "event",
    type: "signal.received",
    goalId: context.state.goals.focusId,
    data: { signalId, signal: "cancel", personId, reason },
  });
}

/** Starts a fresh trace, or resumes one: journal first, then what can go on (R26). */
async function begin(context: RunContext): Promise<RunTraceResult | null> {
  const { trace, state, writer } = context;
  if (isTerminal(trace.status)) return { kind: "finished" };
  const goalId = state.goals.focusId;
  const resumed = trace.startedAt !== null;
  if (!resumed) {
    const { agent, models, task, origin, projectFolder } = trace;
    writer.stage({
      kind: "event",
      type: "trace.started",
      goalId,
      data: { agent, models, task, origin, projectFolder },
    });
    writer.stage({
      kind: "event",
      type: "trace.status_changed",
      goalId,
      data: { status: "running", waitingFor: null },
    });
  } else {
    if (state.resumesWithoutProgress >= RESUMES_WITHOUT_PROGRESS) return await giveUp(context);
    const journal = effectJournal(state.openCalls.values());
    const handedOver = trace.waitingFor === "worker" || trace.waitingFor === "folder";
    writer.stage({
      kind: "event",
      type: "trace.resumed",
      goalId,
      data: {
        journal,
        resumeCount: state.resumesWithoutProgress + (handedOver ? 0 : 1),
        reason: handedOver ? HANDED_OVER : "the process that ran it stopped",
      },
    });
    for (const line of journal) {
      const open = state.openCalls.get(line.toolCallId);
      if (line.resolution === "interrupted" && open !== undefined)
        stageResult(context, open, {
          outcome: "interrupted",
          title: "outcome unknown",
          output: INTERRUPTED_OUTPUT,
        });
    }
    // A call that kills its process each time never reaches the check behind its batch.
    checkGuards(context);
  }
  try {
    if (!context.isRefused) await setContext(context);
  } catch (thrown) {
    if (thrown instanceof GoaltraceError && thrown.code === "LEASE_LOST") throw thrown;
    return await finish(context, { kind: "finish", status: "failed", failure: failureOf(thrown) });
  }
  await writer.flush();
  return null;
}

async function giveUp(context: RunContext): Promise<RunTraceResult> {
  const failure: Failure = {
    code: "CRASH_LOOP",
    message: `The process died ${RESUMES_WITHOUT_PROGRESS} times at this point without one step in between.`,
    fix: "Look at the last entries of the trace and at the worker's log for what kills it, then send a message to go on.",
  };
  // A later turn goes on with this log, so its calls must have results (M3).
  for (const open of [...context.state.openCalls.values()])
    stageResult(context, open, {
      outcome: "interrupted",
      title: "outcome unknown",
      output: INTERRUPTED_OUTPUT,
    });
  stageEnd(context, { status: "interrupted", failure });
  await context.writer.flush();
  return { kind: "finished" };
}

async function finish(
  context: RunContext,
  end: {
    readonly kind: "finish";
    readonly status: "completed" | "failed" | "cancelled";
    readonly failure: Failure | null;
  },
): Promise<RunTraceResult> {
  for (const open of [...context.state.openCalls.values()])
    stageResult(context, open, {
      outcome: "cancelled",
      title: "cancelled",
      output: "Not run: the run ended.",
    });
  await stopSummaryAhead(context, "stopped");
  stageEnd(context, end);
  await context.writer.flush();
  return { kind: "finished" };
}

function stageEnd(
  context: RunContext,
  end: {
    readonly status: "completed" | "failed" | "cancelled" | "interrupted";
    readonly failure: Failure | null;
  },
): void {
  const { state, writer } = context;
  const text = state.lastAssistant?.text ?? "";
  writer.stage({
    kind: "event",
    type: "trace.finished",
    goalId: state.goals.focusId,
    data: { status: end.status, failure: end.failure, summary: text === "" ? null : text.slice(0, 2_000) },
  });
}
