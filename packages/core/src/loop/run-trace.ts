import { assertNever, toFailure, GoaltraceError, type GoaltraceErrorCode } from "../errors.ts";
import { collectBackgroundSummary } from "./background-summary.ts";
import { budgetWait, closeBudgetQuestion } from "./budget/budget-question.ts";
import { reserveCall } from "./budget/reserve-call.ts";
import { startOrResume } from "./start-or-resume.ts";
import { shareDenials } from "./children/share-denial.ts";
import { childrenWait } from "./children/children-wait.ts";
import { checkGuards, checkLimits } from "./check-guards.ts";
import { attachIndex, attachRecall } from "./context/attach-recall.ts";
import { joinNestedContext } from "./context/load-context.ts";
import { withdrawMemories } from "./context/withdraw-memories.ts";
import { compactOnRequest } from "./context/compact-on-request.ts";
import { createRunContext, type RunContextOptions } from "./create-run-context.ts";
import { endInterrupted, endRun } from "./end-run.ts";
import { handleSignals, stageCancel } from "./handle-signals.ts";
import { askModel } from "./model/ask-model.ts";
import { modelStep } from "./model/model-step.ts";
import { parkRun } from "./park-run.ts";
import { releaseRun } from "./release-run.ts";
import { deliverSteering } from "./requests/deliver-steering.ts";
import { expireRequests } from "./requests/expire-requests.ts";
import { openWait } from "./requests/open-wait.ts";
import { RUN_QUESTION } from "./requests/request-state.ts";
import type { RunContext, RunControl } from "./run-context.ts";
import type { RunOutcome } from "./run-outcome.ts";
import type { Strategy, StrategyAction } from "./strategy.ts";
import { startCalls } from "./plan/start-calls.ts";
import { toolStep } from "./tools/tool-step.ts";

/**
 * Executes a claimed trace until it ends, waits, or is released to another worker. Starts or resumes the run, then repeats one cycle: handle
 * signals, ask the strategy for the next action, act, check the guards. Throws only errors that a later claim may recover from
 * (`RETHROWN_CODES`). Any other error is logged and ends the run as failed.
 */
export async function runTrace(options: RunContextOptions, control: RunControl): Promise<RunOutcome> {
  const created = await createRunContext(options);
  const context = { ...created, canReplan: () => control.strategy.canReplan?.(created.state) === true };
  try {
    return (await startOrResume(context, control)) ?? (await runLoop(context, control));
  } catch (thrown) {
    if (isRethrown(thrown)) throw thrown;
    // If a bug were rethrown, the run would hit it again on every claim. Ending the run records the error in the log instead.
    const error = context.environment.redactor.redact(String(thrown));
    context.ports.logger.error("run failed with an unexpected error", { traceId: context.trace.id, error });
    return await endRun(context, { status: "failed", failure: toFailure(thrown) });
  } finally {
    // After a throw, a background summary may still be pending.
    context.background.pending?.abort();
  }
}

/** Returns true for errors that leave the run intact, so that a later claim can continue it. */
export function isRethrown(thrown: unknown): boolean {
  return thrown instanceof GoaltraceError && RETHROWN_CODES.includes(thrown.code);
}

const RETHROWN_CODES: readonly GoaltraceErrorCode[] = [
  "LEASE_LOST",
  "SEQUENCE_CONFLICT",
  "DATABASE_UNAVAILABLE",
];

/** Runs steps until the run finishes, waits, or is released. The order matters: signals first, so that the strategy sees their effect. */
async function runLoop(context: RunContext, control: RunControl): Promise<RunOutcome> {
  let records = 0;
  let wakeAt = context.trace.status === "waiting" ? (context.trace.wakeAt ?? null) : null;
  for (;;) {
    const setAside = control.setAside();
    if (setAside !== null) return await endInterrupted(context, setAside);
    // A waiting run without a signal continues because its time has come.
    if (await handleSignals(context, control)) wakeAt = null;
    expireRequests(context, wakeAt);
    shareDenials(context);
    // A program can cancel its own run without sending a signal.
    if (context.signal.aborted) stageCancel(context, control);
    closeBudgetQuestion(context, wakeAt);
    deliverSteering(context);
    const action = nextAction(context, control.strategy);
    if (action.kind === "finish") return await endRun(context, action);
    if (action.kind === "wait") return await parkRun(context, action);
    if (control.release.aborted) return await releaseRun(context);
    records = action.kind === "record" ? records + 1 : 0;
    if (records > MAX_RECORDS_IN_A_ROW) throw endlessStrategy(control.strategy);
    switch (action.kind) {
      case "ask":
        await collectBackgroundSummary(context, { waitMs: null });
        await askModel(context, action);
        break;
      case "record":
        for (const entry of action.entries({ ids: context.ports.ids })) context.writer.stage(entry);
        break;
      case "start_calls":
        await startCalls(context, action);
        break;
      case "call_model": {
        // Guards are checked after tools, but the previous step may have run none. A limit reached here changes the state, so ask the strategy
        // again.
        if (action.purpose === "step" && checkLimits(context)) break;
        await collectBackgroundSummary(context, { waitMs: null });
        await withdrawMemories(context);
        const reserved = await reserveCall(context, action);
        if (reserved.kind === "end")
          return await endRun(context, { status: "failed", failure: reserved.failure });
        if (reserved.kind === "again") break;
        await compactOnRequest(context, action);
        await attachIndex(context);
        attachRecall(context);
        await modelStep(context, action);
        break;
      }
      case "run_tools":
        await control.checkSignals();
        await toolStep(context);
        checkGuards(context);
        await joinNestedContext(context);
        break;
      default:
        assertNever(action);
    }
  }
}

/** More entries than the steps of any plan: a strategy that records without end would never act. */
const MAX_RECORDS_IN_A_ROW = 64;

function endlessStrategy({ name }: Strategy): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `The strategy "${name}" recorded ${MAX_RECORDS_IN_A_ROW} times in a row without acting.`,
    fix: "Make its `next` act on what it has recorded.",
  });
}

/**
 * Returns the strategy's next action, with five exceptions: a canceled run finishes instead of waiting, a paused run waits unless it
 * finishes, calls of tools and of the model wait for the people who were asked about them, and so does every step after a question of the
 * run itself; calls of which nothing can go on wait for their sub-agents.
 */
function nextAction(context: RunContext, strategy: Strategy): StrategyAction {
  const { state, waitingChildren, environment, trace } = context;
  const action = strategy.next(state, { tools: environment.tools, agent: trace.agent });
  if (state.canceled !== null)
    return action.kind === "wait" ? { kind: "finish", status: "cancelled", failure: null } : action;
  const mustPause = state.isPaused && action.kind !== "finish";
  if (mustPause) return { kind: "wait", for: "pause", wakeAt: null };
  const needsAnswer =
    action.kind === "run_tools" || (action.kind !== "finish" && state.questions.has(RUN_QUESTION));
  const wait = needsAnswer ? openWait(state) : null;
  if (wait !== null) return wait;
  if (action.kind === "run_tools" && waitingChildren.size > 0) return childrenWait(waitingChildren);
  return action.kind === "call_model" ? (budgetWait(state) ?? action) : action;
}
