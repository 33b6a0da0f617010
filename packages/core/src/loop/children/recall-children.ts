import type { ToolSet } from "../../ports/tool.ts";
import type { RunContext } from "../run-context.ts";

/** Counts what the children of a run have spent and which of their calls people denied, when another process has executed them. */
export async function recallChildren({
  state,
  family,
  account,
  tools,
}: Pick<RunContext, "state" | "family" | "account"> & { readonly tools: ToolSet }): Promise<void> {
  for (const { spawned, finished, isOwn } of state.children.values()) {
    if (!isOwn) continue;
    account.settle(spawned.childTraceId, await family.spent(spawned.childTraceId));
    const denials =
      finished === null ? await family.readDenials(spawned.childTraceId, tools) : (finished.denied ?? []);
    for (const denial of denials) family.denials.add(denial);
  }
}
