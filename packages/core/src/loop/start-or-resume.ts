import { toFailure, GoaltraceError } from "../errors.ts";
import type { ResumeCause } from "../log/events/trace-events.ts";
import { isTerminal, type Trace } from "../log/trace.ts";
import { resultsPrompt } from "../prompts/generated/results.ts";
import { checkGuards } from "./check-guards.ts";
import { crashLoop, isCrash } from "./crash-loop.ts";
import { unfinishedChildren } from "./children/child-state.ts";
import { loadContext } from "./context/load-context.ts";
import { effectJournal } from "./effect-journal.ts";
import { endInterrupted, endRun } from "./end-run.ts";
import { effectRequests } from "./requests/effect-requests.ts";
import type { RunContext, RunControl } from "./run-context.ts";
import type { RunOutcome } from "./run-outcome.ts";
import { HANDED_OVER } from "./run-state.ts";
import { skipCall } from "./tools/skip-call.ts";

/**
 * Starts a new trace, or resumes one by journaling the tool calls that were open when its process died. Returns an outcome if the run is over
 * already, else null. A canceled run skips the crash-loop check and the context sources, so that it always ends as canceled.
 */
export async function startOrResume(
  context: RunContext,
  control: Pick<RunControl, "isRefused" | "previousHolder">,
): Promise<RunOutcome | null> {
  const { trace, state, writer } = context;
  const isCanceled = state.canceled !== null || context.signal.aborted;
  if (isTerminal(trace.status)) return { kind: "finished" };
  if (trace.startedAt === null) stageStart(context);
  else if (hasWaited(trace)) stageRunning(context);
  else {
    const cause = isHandedOver(trace) ? "handed_over" : control.previousHolder;
    const crashes = isCrash(cause) ? [...state.crashes, { at: context.ports.clock.now(), cause }] : null;
    const hasChildren = unfinishedChildren(state.children).length > 0;
    const failure = isCanceled || crashes === null ? null : crashLoop(crashes, hasChildren);
    if (failure !== null) return await endInterrupted(context, failure);
    await stageResume(context, cause);
  }
  try {
    if (!control.isRefused && !isCanceled) await loadContext(context);
  } catch (thrown) {
    if (thrown instanceof GoaltraceError && thrown.code === "LEASE_LOST") throw thrown;
    return await endRun(context, { status: "failed", failure: toFailure(thrown) });
  }
  await writer.flush();
  return null;
}

function stageStart(context: RunContext): void {
  const { trace, state, writer } = context;
  const goalId = state.goals.focusId;
  const { agent, models, task, origin, projectFolder } = trace;
  writer.stage({
    kind: "event",
    type: "trace.started",
    goalId,
    data: { agent, models, task, origin, projectFolder },
  });
  stageRunning(context);
}

function stageRunning({ state, writer }: RunContext): void {
  writer.stage({
    kind: "event",
    type: "trace.status_changed",
    goalId: state.goals.focusId,
    data: { status: "running", waitingFor: null },
  });
}

const RESUME_REASONS: Readonly<Record<ResumeCause, string>> = {
  handed_over: HANDED_OVER,
  released: "its worker released it",
  lost: "its lease ran out",
  died: "its process stopped",
};

async function stageResume(context: RunContext, cause: ResumeCause): Promise<void> {
  const { state, writer } = context;
  const journal = effectJournal(state.openCalls.values(), state, await effectRequests(context));
  writer.stage({
    kind: "event",
    type: "trace.resumed",
    goalId: state.goals.focusId,
    data: {
      journal,
      resumeCount: state.crashes.length + (isCrash(cause) ? 1 : 0),
      reason: RESUME_REASONS[cause],
      cause,
    },
  });
  for (const line of journal) {
    const open = state.openCalls.get(line.toolCallId);
    // A call that people were asked about gets its result with their decision.
    if (line.resolution === "interrupted" && open !== undefined && !state.effects.has(open.call.id))
      skipCall(context, open, {
        outcome: "interrupted",
        title: "outcome unknown",
        output: resultsPrompt.interrupted,
      });
  }
  // A call that crashes its process every time never reaches the guard check after its batch.
  checkGuards(context);
}

/** True if the run was parked. Nothing was in flight, so it continues without a journal. */
function hasWaited(trace: Trace): boolean {
  return trace.status === "waiting" && !isHandedOver(trace);
}

/** True if a worker released the run in an orderly way or marked it as waiting for its folder: no process died. */
function isHandedOver({ waitingFor }: Trace): boolean {
  return waitingFor === "worker" || waitingFor === "folder";
}
