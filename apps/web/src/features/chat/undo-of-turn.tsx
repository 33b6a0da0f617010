"use client";
import type { ReactElement } from "react";
import { useRunTree } from "../../lib/run-tree/use-run-tree.ts";
import { UndoFilesButton } from "../../ui/undo-files-button.tsx";
import type { ToolRow, TurnItem } from "./chat-turn.ts";

type Changes = "own" | "agents" | "none";
type Row = Pick<ToolRow, "lines" | "diff"> & { readonly children: readonly unknown[] };

/** Undoes the file changes of a turn. Renders nothing for a turn that made none. */
export function UndoOfTurn({
  workspace,
  turn,
}: {
  readonly workspace: string;
  readonly turn: { readonly traceId: string; readonly items: readonly TurnItem[] };
}): ReactElement | null {
  const { traceId, items } = turn;
  const rows = items.flatMap((item) => (item.kind === "tools" ? item.rows : []));
  switch (mayHaveChanged(rows)) {
    case "own":
      return <UndoFilesButton workspace={workspace} traceId={traceId} />;
    case "agents":
      return <UndoOfAgents workspace={workspace} traceId={traceId} />;
    case "none":
      return null;
  }
}

/** Returns whether the calls of a turn changed files, or its sub-agents may have: what they did is not in its log. */
function mayHaveChanged(rows: readonly Row[]): Changes {
  if (rows.some(({ lines, diff }) => lines !== null || diff !== null)) return "own";
  return rows.some(({ children }) => children.length > 0) ? "agents" : "none";
}

type RunProps = { readonly workspace: string; readonly traceId: string };

/** Undoes what sub-agents changed, if the tree has changes. */
export function UndoOfAgents({ workspace, traceId }: RunProps): ReactElement | null {
  const tree = useRunTree(workspace, traceId);
  return tree?.changedFiles === true ? <UndoFilesButton workspace={workspace} traceId={traceId} /> : null;
}
