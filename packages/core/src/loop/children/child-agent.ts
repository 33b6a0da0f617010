import type { AgentSnapshot, TraceLimits } from "../../log/trace.ts";
import { CHILD_TOOLS } from "../../log/tool-names.ts";
import type { Tool } from "../../ports/tool.ts";
import { MAX_CHILD_DEPTH } from "../../tunables.ts";
import { mayHaveTool } from "../../ports/may-have-tool.ts";

/** The most that a parent can pass on: the tools it has, and the rest of its limits. */
export type ParentRights = {
  readonly tools: readonly Tool[];
  readonly left: Pick<TraceLimits, "maxTokens" | "maxDurationMs">;
};

/**
 * Returns the agent of a child: its definition, limited to the tools that its parent has and to what is left of the parent's limits. Rights
 * never grow down the tree. At the greatest depth it cannot start agents itself.
 */
export function childAgent(
  definition: AgentSnapshot,
  parent: ParentRights,
  child: { readonly depth: number; readonly isReadOnly: boolean },
): AgentSnapshot {
  const has = (tool: Tool): boolean =>
    (child.depth < MAX_CHILD_DEPTH || !CHILD_TOOLS.has(tool.name)) &&
    mayHaveTool({ ...definition, isReadOnly: child.isReadOnly }, tool);
  const tools = parent.tools.filter(has).map(({ name }) => name);
  const { limits } = definition;
  return {
    ...definition,
    tools,
    limits: {
      ...limits,
      maxTokens: least(limits.maxTokens, parent.left.maxTokens),
      maxDurationMs: least(limits.maxDurationMs, parent.left.maxDurationMs),
    },
  };
}

function least(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}
