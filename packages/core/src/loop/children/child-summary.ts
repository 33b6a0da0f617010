import type { ChildSummary } from "../../ports/child-agents.ts";
import type { KnownChild } from "./child-state.ts";

/** Returns a child as its parent sees it. */
export function summaryOf({ spawned, finished }: Pick<KnownChild, "spawned" | "finished">): ChildSummary {
  return {
    ...{ childTraceId: spawned.childTraceId, agent: spawned.agent, name: spawned.name ?? null },
    ...{ prompt: spawned.prompt, status: finished?.status ?? null },
  };
}
