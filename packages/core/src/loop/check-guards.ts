import { detectLoop, type Loop } from "../guards/doom-loop/detect.ts";
import { escalate } from "../guards/doom-loop/escalate.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import { RUN_QUESTION } from "./requests/request-state.ts";
import { stageLoop } from "./requests/stage-loop.ts";
import type { RunContext } from "./run-context.ts";
import type { RunState } from "./run-state.ts";
import { toolEffect } from "./tools/tool-effect.ts";

/** Checks for doom loops and reached limits after a batch of tool calls. The staged events become durable with the next commit. */
export function checkGuards(context: RunContext): void {
  checkLoops(context);
  checkLimits(context);
}

function checkLoops(context: RunContext): void {
  const { state, environment } = context;
  const { tools } = environment;
  if (state.stopped || state.finalRequested || state.questions.has(RUN_QUESTION)) return;
  const loop = detectLoop(state.guard, {
    isPolling: (name) => tools.find(name)?.polling === true,
    hasEffects: (name) => toolEffect(tools.find(name)?.annotations) !== "read_only",
  });
  if (loop === null || isReported(state, loop)) return;
  const { detector, count, sequences, evidence } = loop;
  stageLoop(context, {
    ...{ detector, action: escalate(loop, state.guard.detections), count, sequences, evidence },
  });
}

/** Stages `limit.reached` for the first limit that the run reaches. Returns true if it was staged now. */
export function checkLimits(context: RunContext): boolean {
  const { state, writer } = context;
  if (state.limit !== null || state.finalRequested) return false;
  const data = reachedLimit(context);
  if (data === null) return false;
  writer.stage({ kind: "event", type: "limit.reached", goalId: state.goals.focusId, data });
  return true;
}

function reachedLimit({ state, writer, trace, age }: RunContext): RunEventPayloads["limit.reached"] | null {
  const { maxSteps, maxTokens, maxDurationMs } = trace.agent.limits;
  const duration = age(writer.projection.startedAt ?? trace.createdAt) - state.waitedMs;
  if (state.steps >= maxSteps) return { limit: "steps", used: state.steps, allowed: maxSteps };
  if (maxTokens !== null && state.tokens >= maxTokens)
    return { limit: "tokens", used: state.tokens, allowed: maxTokens };
  return maxDurationMs !== null && duration >= maxDurationMs
    ? { limit: "duration", used: duration, allowed: maxDurationMs }
    : null;
}

/** True if the loop was reported before. A loop is reported again only after another call makes it longer; polling is harmless and reported once per run. */
function isReported({ guard }: RunState, loop: Loop): boolean {
  const last = loop.sequences.at(-1);
  return guard.detections.some((earlier) => {
    const isSamePlace = earlier.sequences.at(-1) === last && earlier.detector === loop.detector;
    return (
      isSamePlace ||
      (loop.polling && earlier.detector === loop.detector && earlier.evidence === loop.evidence)
    );
  });
}
