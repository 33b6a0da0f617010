import type { OutlineEntry } from "@goaltrace/core/log";
import { isSelectable } from "../selection-moves.ts";

/** One line of the conversation: a goal's heading, or an entry. */
export type TranscriptItem =
  | { readonly kind: "goal"; readonly goalId: string; readonly key: string; readonly again: boolean }
  | { readonly kind: "entry"; readonly entry: OutlineEntry; readonly key: string };

/** The run as a conversation: entries in order, with a heading wherever the work turns to another goal. */
export function transcriptItems(entries: readonly OutlineEntry[]): readonly TranscriptItem[] {
  const items: TranscriptItem[] = [];
  const seen = new Set<string>();
  let goalId: string | null = null;
  for (const entry of entries) {
    if (!isSelectable(entry)) continue;
    if (entry.g !== goalId) {
      goalId = entry.g;
      items.push({ kind: "goal", goalId, key: `goal-${entry.q}`, again: seen.has(goalId) });
      seen.add(goalId);
    }
    items.push({ kind: "entry", entry, key: String(entry.q) });
  }
  return items;
}

/** Sequences are read in blocks of this size, so that neighbours share one request and scrolling back asks for nothing. */
export const BLOCK_SIZE = 100;

/** The blocks that hold the contents of some lines, in order. */
export function requiredBlocks(items: readonly TranscriptItem[]): readonly number[] {
  const blocks = new Set<number>();
  for (const item of items) if (item.kind === "entry") blocks.add(blockIndex(item.entry.q));
  return [...blocks].sort((left, right) => left - right);
}

/** The block that holds a sequence. */
function blockIndex(sequence: number): number {
  return Math.floor(sequence / BLOCK_SIZE);
}
