import type { CompactionThresholds, Trace } from "../../log/trace.ts";
import type { ModelClient } from "../../ports/model-client.ts";

/** Thresholds of compaction for a model in a run, in tokens: what the agent sets, else what the model's settings do; the rest are shares. */
export function thresholdsFor(trace: Trace, client: ModelClient | undefined): CompactionThresholds {
  return { ...client?.profile.thresholds, ...trace.agent.limits.compaction };
}
