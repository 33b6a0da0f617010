/** Quotas that have a message, in the order of the table. */
export const LIMITS = [
  ...(["workspace_runs", "person_runs", "key_runs"] as const),
  ...(["workspace_runs_per_minute", "person_runs_per_minute", "key_runs_per_minute"] as const),
  ...(["workspace_calls_per_minute", "person_calls_per_minute", "key_calls_per_minute"] as const),
  ...(["workspace_streams", "person_streams", "key_streams"] as const),
  ...(["workspace_transfers", "person_transfers", "key_transfers"] as const),
] as const;

type Limit = { readonly name: string; readonly limit: number; readonly highest: number };

/** Returns the limits to save: those below the operator's, as typed or as they were. An empty field means the operator's limit. */
export function changedLimits(
  items: readonly Limit[],
  typed: Readonly<Record<string, string>>,
): Record<string, number> {
  const changed: Record<string, number> = {};
  for (const { name, limit, highest } of items) {
    const text = typed[name]?.trim();
    const wanted = text === undefined ? limit : text === "" ? highest : Number(text);
    if (wanted !== highest) changed[name.replace("_", ".")] = wanted;
  }
  return changed;
}
