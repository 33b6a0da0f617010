import type { AgentBox } from "./agent-boxes.ts";

/** The words of the mark in the language of the person. */
export type MergeTexts = {
  readonly merged: (files: number) => string;
  /** `left` files were not merged, because others changed them too; `files` were. */
  readonly conflicts: (left: number, files: number) => string;
  /** The sub-agent did not complete, so that its changes of `left` files were kept apart. */
  readonly unfinished: (left: number) => string;
  readonly lost: string;
};

/** The mark at the end of a sub-agent's wire: what became of the files in its worktree. `sequence` is the entry of the merge. */
export type MergeMark = {
  readonly kind: "merged" | "conflicts" | "notMerged";
  readonly text: string;
  readonly sequence: number;
};

/** Returns the mark of a sub-agent; null for one without a worktree, one that still works, and one that changed nothing. */
export function mergeMark(
  { agent: { merged } }: { readonly agent: Pick<AgentBox["agent"], "merged"> },
  texts: MergeTexts,
): MergeMark | null {
  if (merged === null) return null;
  const { state, sequence, files, left } = merged;
  if (state === "lost") return { kind: "conflicts", text: texts.lost, sequence };
  if (files + left === 0) return null;
  if (state === "unfinished") return { kind: "notMerged", text: texts.unfinished(left), sequence };
  return left === 0
    ? { kind: "merged", text: texts.merged(files), sequence }
    : { kind: "conflicts", text: texts.conflicts(left, files), sequence };
}
