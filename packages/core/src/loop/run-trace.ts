import { assertNever, toFailure, GoaltraceError, type GoaltraceErrorCode } from "../errors.ts";
import { collectBackgroundSummary } from "./background-summary.ts";
import { startOrResume } from "./start-or-resume.ts";
import { checkGuards, checkLimits } from "./check-guards.ts";
import { compactOnRequest } from "./context/compact-on-request.ts";
import { createRunContext, type RunContextOptions } from "./create-run-context.ts";
import { endRun } from "./end-run.ts";
import { handleSignals, stageCancel } from "./handle-signals.ts";
import { modelStep } from "./model/model-step.ts";
import { parkRun } from "./park-run.ts";
import { releaseRun } from "./release-run.ts";
import type { RunContext, RunControl, RunOutcome } from "./run-context.ts";
import type { RunState } from "./run-state.ts";
import type { Strategy, StrategyAction } from "./strategy.ts";
import { toolStep } from "./tools/tool-step.ts";

/**
 * Executes a claimed trace: begin, then decide, act and check the guards until the strategy ends it. Throws only what another
 * worker, or the same one later, can do better; everything else becomes part of the log.
 */
export async function runTrace(options: RunContextOptions, control: RunControl): Promise<RunOutcome> {
  const context = await createRunContext(options);
  try {
    return (await startOrResume(context, control)) ?? (await runLoop(context, control));
  } catch (thrown) {
    if (isRethrown(thrown)) throw thrown;
    // A defect ends the run where everybody can read it; left to the worker it would be met again at each claim.
    const error = context.environment.redactor.redact(String(thrown));
    context.ports.logger.error("run ended by a defect", { traceId: context.trace.id, error });
    return await endRun(context, { status: "failed", failure: toFailure(thrown) });
  } finally {
    context.background.pending?.abort();
  }
}

/** True for what leaves the run as it is for the next claim. */
export function isRethrown(thrown: unknown): boolean {
  return thrown instanceof GoaltraceError && RETHROWN_CODES.includes(thrown.code);
}

const RETHROWN_CODES: readonly GoaltraceErrorCode[] = [
  "LEASE_LOST",
  "SEQUENCE_CONFLICT",
  "DATABASE_UNAVAILABLE",
];

async function runLoop(context: RunContext, control: RunControl): Promise<RunOutcome> {
  for (;;) {
    await handleSignals(context, control);
    if (context.signal.aborted) stageCancel(context, control);
    const action = nextAction(context.state, control.strategy);
    if (action.kind === "finish") return await endRun(context, action);
    if (action.kind === "wait") return await parkRun(context, action);
    if (control.release.aborted) return await releaseRun(context);
    switch (action.kind) {
      case "call_model":
        // A step may follow one without tools, behind which no guard was checked.
        if (action.purpose === "step" && checkLimits(context)) break;
        await collectBackgroundSummary(context, { wait: false });
        await compactOnRequest(context, action);
        await modelStep(context, action);
        break;
      case "run_tools":
        await toolStep(context);
        checkGuards(context);
        break;
      default:
        assertNever(action);
    }
  }
}

/** A paused run takes no step, whatever its strategy, and a canceled one does not wait; a run that is at its end does neither. */
function nextAction(state: Readonly<RunState>, strategy: Strategy): StrategyAction {
  const action = strategy.next(state);
  if (state.canceled !== null)
    return action.kind === "wait" ? { kind: "finish", status: "cancelled", failure: null } : action;
  const isHeld = state.isPaused && action.kind !== "finish";
  return isHeld ? { kind: "wait", for: "pause", wakeAt: null } : action;
}
