import type { CompactionThresholds, Trace } from "../../log/trace.ts";
import type { ModelClient } from "../../ports/model-client.ts";

/**
 * Returns the compaction thresholds that are set for a run and model, in tokens. The agent's values override the model's; absent ones
 * default to shares of the window.
 */
export function thresholdsFor(trace: Trace, client: ModelClient | undefined): CompactionThresholds {
  return { ...client?.profile.thresholds, ...trace.agent.limits.compaction };
}
