import { listsTool } from "../log/tool-names.ts";

/** Rights to use memory; each includes those before it. */
export const MEMORY_RIGHTS = ["none", "read", "write"] as const;
export type MemoryRight = (typeof MEMORY_RIGHTS)[number];

/** Rights of an agent that can only be taken away. */
export type AgentRights = {
  /** The names of its tools; `server__*` means all of an MCP server. */
  readonly tools: readonly string[] | "all";
  /** True if it gets only tools that change nothing. */
  readonly isReadOnly: boolean;
  readonly memory: MemoryRight;
  /** The limits of one run; null means none. */
  readonly maxSteps: number | null;
  readonly maxTokens: number | null;
  readonly maxDurationMs: number | null;
};

export const ALL_RIGHTS: AgentRights = {
  ...{
    tools: "all",
    isReadOnly: false,
    memory: "write",
    maxSteps: null,
    maxTokens: null,
    maxDurationMs: null,
  },
};

/** Returns the rights that both have. A right that `wanted` leaves out is unchanged. */
export function narrowRights(rights: AgentRights, wanted: Partial<AgentRights>): AgentRights {
  return {
    tools: commonTools(rights.tools, wanted.tools ?? "all"),
    isReadOnly: rights.isReadOnly || wanted.isReadOnly === true,
    memory: lesserMemory(rights.memory, wanted.memory ?? "write"),
    maxSteps: least(rights.maxSteps, wanted.maxSteps ?? null),
    maxTokens: least(rights.maxTokens, wanted.maxTokens ?? null),
    maxDurationMs: least(rights.maxDurationMs, wanted.maxDurationMs ?? null),
  };
}

/** Returns the lesser of two rights to use memory. */
function lesserMemory(left: MemoryRight, right: MemoryRight): MemoryRight {
  const rank = Math.min(rankOf(left), rankOf(right));
  return MEMORY_RIGHTS[rank] ?? "none";
}

function rankOf(right: MemoryRight): number {
  return MEMORY_RIGHTS.indexOf(right);
}

/** Returns the tools that both lists have. */
export function commonTools(
  left: readonly string[] | "all",
  right: readonly string[] | "all",
): readonly string[] | "all" {
  if (left === "all") return right === "all" ? "all" : [...new Set(right)].toSorted();
  if (right === "all") return left;
  const both = left.filter((name) => listsTool(right, name));
  // A single tool of a server is covered by `server__*` in the other list.
  return [...both, ...right.filter((name) => !both.includes(name) && listsTool(left, name)).toSorted()];
}

function least(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}
