import { isRecentlySummarized } from "../../compaction/summarize.ts";
import { withTextTools } from "../../context/wire-quirks.ts";
import type { RunContext } from "../run-context.ts";
import { compactHistory } from "./compact-history.ts";

/**
 * Compacts before a model call if a compaction was requested. A model's request is ignored soon after a summary, because repeated requests would
 * summarize summaries. A person's request always counts.
 */
export async function compactOnRequest(
  context: RunContext,
  { withTools }: { readonly withTools: boolean },
): Promise<void> {
  const { state, history, models } = context;
  const request = state.requestedCompaction;
  const [client] = models.clients;
  if (request === null || client === undefined) return;
  if (request.by === "model" && isRecentlySummarized(history.view)) return;
  const { quirks, reference } = client.profile;
  const shape = {
    client,
    withTools,
    purpose: "step",
    quirks: state.textModels.has(reference) ? withTextTools(quirks) : quirks,
  } as const;
  await compactHistory(context, shape, { reason: "asked", focus: request.focus });
}
