import { detectLoop, type Loop } from "../guards/doom-loop/detect.ts";
import { escalate } from "../guards/doom-loop/escalate.ts";
import type { RunContext } from "./run-context.ts";
import { effectOf } from "./tools/tool-effect.ts";

/** After a batch of tools: limits and doom loops. What is found is staged and becomes durable with the next batch. */
export function checkGuards(context: RunContext): void {
  const { state, writer, trace, ports, environment } = context;
  const goalId = state.goals.focusId;
  if (!state.stopped && !state.finalAsked) {
    const loop = detectLoop(state.guard, {
      isPolling: (name) => environment.tools.find(name)?.polling === true,
      hasEffects: (name) => effectOf(environment.tools.find(name)?.annotations) !== "read_only",
    });
    if (loop !== null && !alreadyReported(context, loop)) {
      const { detector, count, sequences, evidence } = loop;
      writer.stage({
        kind: "event",
        type: "loop.detected",
        goalId,
        data: { detector, action: escalate(loop, state.guard.detections), count, sequences, evidence },
      });
    }
  }
  const { maxSteps, maxTokens, maxDurationMs } = trace.agent.limits;
  if (state.limit !== null || state.finalAsked) return;
  const startedAt = writer.projection.startedAt ?? trace.createdAt;
  const duration = ports.clock.now() - startedAt;
  if (state.steps >= maxSteps) stageLimit(context, { limit: "steps", used: state.steps, allowed: maxSteps });
  else if (maxTokens !== null && state.tokens >= maxTokens)
    stageLimit(context, { limit: "tokens", used: state.tokens, allowed: maxTokens });
  else if (maxDurationMs !== null && duration >= maxDurationMs)
    stageLimit(context, { limit: "duration", used: duration, allowed: maxDurationMs });
}

/** The same calls are reported once: a detection stands until a further call makes it longer. Polls and words, which harm nothing, once at all. */
function alreadyReported(context: RunContext, loop: Loop): boolean {
  const last = loop.sequences.at(-1);
  const harmless = loop.polling || loop.detector === "same_text";
  return context.state.guard.detections.some((known) => {
    const samePlace = known.sequences.at(-1) === last && known.detector === loop.detector;
    return samePlace || (harmless && known.detector === loop.detector && known.evidence === loop.evidence);
  });
}

function stageLimit(
  context: RunContext,
  data: { readonly limit: "steps" | "tokens" | "duration"; readonly used: number; readonly allowed: number },
): void {
  context.writer.stage({ kind: "event", type: "limit.reached", goalId: context.state.goals.focusId, data });
}
