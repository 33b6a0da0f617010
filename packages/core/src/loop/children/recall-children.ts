import type { RunContext } from "../run-context.ts";

/** Counts what the children of a run have spent, when another process has executed them, and which of their calls people denied. */
export async function recallChildren({
  state,
  family,
  account,
}: Pick<RunContext, "state" | "family" | "account">): Promise<void> {
  for (const { spawned, finished, isOwn } of state.children.values()) {
    if (!isOwn) continue;
    account.settle(spawned.childTraceId, await family.spent(spawned.childTraceId));
    // The log of a deleted child cannot be read.
    for (const denial of finished?.denied ?? []) family.denials.add(denial);
  }
}
