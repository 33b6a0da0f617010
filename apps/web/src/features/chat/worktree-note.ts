import type { RunEventPayloads } from "@goaltrace/core/log";
import type { TurnNote } from "./chat-turn.ts";

/** The number of paths in the note about a merge; the trace shows all. */
const NAMED_PATHS = 5;

/** Returns the note about the merge of a sub-agent's worktree; `agent` names the sub-agent. Null for one that changed nothing. */
export function worktreeNote(data: RunEventPayloads["child.merged"], agent: string): TurnNote | null {
  const { merged, files, unclear, unfinished, lost = false } = data;
  const left = [...files.map(({ path }) => path), ...unclear];
  if (merged === 0 && left.length === 0 && !lost) return null;
  const outcome = lost ? "lost" : left.length === 0 ? "merged" : unfinished ? "kept" : "conflict";
  const paths = left.slice(0, NAMED_PATHS).join(", ");
  const more = Math.max(0, left.length - NAMED_PATHS);
  return { type: "plain", text: "worktree", values: { outcome, agent, merged, paths, more } };
}
