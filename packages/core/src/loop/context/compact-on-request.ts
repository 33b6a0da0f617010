import { isRecentlySummarized } from "../../compaction/summarize.ts";
import { withTextTools } from "../../context/wire-quirks.ts";
import type { RunContext } from "../run-context.ts";
import { compactHistory } from "./compact-history.ts";

/**
 * Compacts before a model call when somebody requested it. A model that requests one at each step would summarize summaries: its requests
 * count as often as the thresholds do. A person's always count.
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
