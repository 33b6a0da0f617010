import { assertNever, GoaltraceError, toFailure } from "../errors.ts";
import { collectBackgroundSummary } from "./background-summary.ts";
import { budgetWait, closeBudgetQuestion } from "./budget/budget-question.ts";
import { reserveCall } from "./budget/reserve-call.ts";
import { startOrResume } from "./start-or-resume.ts";
import { shareDenials } from "./children/share-denial.ts";
import { restWhileChildrenWork, waitForChildren, withChildWaits } from "./children/children-wait.ts";
import { hasLateText } from "./children/late-text.ts";
import { startUnfinished } from "./children/run-child.ts";
import { unfinishedChildren } from "./children/child-state.ts";
import { checkGuards, checkLimits } from "./check-guards.ts";
import { attachExperiences } from "./context/attach-experiences.ts";
import { attachIndex, attachRecall } from "./context/attach-recall.ts";
import { joinNestedContext } from "./context/load-context.ts";
import { withdrawMemories } from "./context/withdraw-memories.ts";
import { collectRecallChoice } from "./context/choose-recall.ts";
import { compactOnRequest } from "./context/compact-on-request.ts";
import { createRunContext, type RunContextOptions } from "./create-run-context.ts";
import { endInterrupted, endRun } from "./end-run.ts";
import { handleSignals, stageCancel } from "./handle-signals.ts";
import { askModel } from "./model/ask-model.ts";
import { modelStep } from "./model/model-step.ts";
import { killProcesses, noteEndedProcesses } from "./processes/end-processes.ts";
import { parkRun } from "./park-run.ts";
import { releaseRun } from "./release-run.ts";
import { deliverSteering } from "./requests/deliver-steering.ts";
import { expireRequests } from "./requests/expire-requests.ts";
import { openWait } from "./requests/open-wait.ts";
import { RUN_QUESTION } from "./requests/request-state.ts";
import { isRethrown } from "./rethrown.ts";
import type { RunContext, RunControl } from "./run-context.ts";
import type { RunOutcome } from "./run-outcome.ts";
import type { Strategy, StrategyAction, WaitAction } from "./strategy.ts";
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
    // After a throw, a background summary and the choice of a recall may still be pending.
    context.background.pending?.abort();
    context.recallChoice.pending?.abort();
    // So may processes; normally all have ended.
    await killProcesses(context);
  }
}

/** Runs steps until the run finishes, waits, or is released. The order matters: signals first, so that the strategy sees their effect. */
async function runLoop(context: RunContext, control: RunControl): Promise<RunOutcome> {
  let records = 0;
  let wakeAt = await wokenAt(context);
  const { childWork, state } = context;
  if (state.canceled === null && !context.signal.aborted) startUnfinished(context);
  for (;;) {
    childWork.rethrow();
    const setAside = control.setAside();
    if (setAside !== null) return await endInterrupted(context, setAside);
    // A waiting run without a signal continues because its time has come.
    if (await handleSignals(context, control)) wakeAt = null;
    expireRequests(context, wakeAt);
    noteEndedProcesses(context);
    shareDenials(context);
    // A program can cancel its own run without sending a signal.
    if (context.signal.aborted) stageCancel(context, control);
    closeBudgetQuestion(context, wakeAt);
    deliverSteering(context);
    const action = nextAction(context, control.strategy);
    if (action.kind === "finish") {
      if (action.status === "completed" && (await hasLateText(context, control))) continue;
      return await endRun(context, action);
    }
    if (action.kind === "wait") {
      wakeAt = null;
      const parked = await waitOrPark(context, control, action);
      if (parked !== null) return parked;
      continue;
    }
    if (control.release.aborted) return await releaseRun(context);
    records = action.kind === "record" ? records + 1 : 0;
    if (records > MAX_RECORDS_IN_A_ROW) throw endlessStrategy(control.strategy);
    startUnfinished(context);
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
        // Before the context is compared with memory, because what it chose from may have been deleted since.
        await collectRecallChoice(context);
        await withdrawMemories(context);
        const reserved = await reserveCall(context, action);
        if (reserved.kind === "end")
          return await endRun(context, { status: "failed", failure: reserved.failure });
        if (reserved.kind === "again") break;
        await compactOnRequest(context, action);
        await attachIndex(context);
        attachRecall(context);
        attachExperiences(context);
        await modelStep(context, action);
        break;
      }
      case "run_tools":
        await control.checkSignals();
        childWork.heldCalls.clear();
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
 * run itself; calls and an end that depend on sub-agents wait for them.
 */
function nextAction(context: RunContext, strategy: Strategy): StrategyAction {
  const { state, environment, trace } = context;
  const action = strategy.next(state, { tools: environment.tools, agent: trace.agent });
  if (state.canceled !== null)
    return action.kind === "wait" ? { kind: "finish", status: "cancelled", failure: null } : action;
  const mustPause = state.isPaused && action.kind !== "finish";
  if (mustPause) return { kind: "wait", for: "pause", wakeAt: null };
  const needsAnswer =
    action.kind === "run_tools" || (action.kind !== "finish" && state.questions.has(RUN_QUESTION));
  const wait = needsAnswer ? openWait(state) : null;
  if (wait !== null) return wait;
  return action.kind === "call_model" ? (budgetWait(state) ?? action) : waitForChildren(context, action);
}

/** Parks a run whose children only wait, too. Otherwise waits beside them and returns null. */
async function waitOrPark(
  context: RunContext,
  control: RunControl,
  wait: WaitAction,
): Promise<RunOutcome | null> {
  const { childWork, state } = context;
  // Another worker continues children that this one gives back, so their parent must not wait without one.
  if (control.release.aborted && unfinishedChildren(state.children).length > 0)
    return await releaseRun(context);
  if (!childWork.isBusy()) return await parkRun(context, withChildWaits(wait, context));
  await restWhileChildrenWork(context, control, wait);
  return null;
}

/** Returns the wake time that ended the wait of a run; null if it did not wait, or if something else may have ended its wait. */
async function wokenAt({ trace, state, family }: RunContext): Promise<number | null> {
  if (trace.status !== "waiting") return null;
  for (const { spawned } of unfinishedChildren(state.children)) {
    const child = await family.get(spawned.childTraceId);
    if (child !== undefined && (await family.isDue(child))) return null;
  }
  return trace.wakeAt ?? null;
}
