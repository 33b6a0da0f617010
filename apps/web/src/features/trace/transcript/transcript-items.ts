import type { OutlineEntry } from "@goaltrace/core/log";
import { isSelectable } from "../state/selection-moves.ts";

/** One item of the transcript: the heading of a goal or an entry. */
export type TranscriptItem =
  | { readonly kind: "goal"; readonly goalId: string; readonly key: string; readonly again: boolean }
  | { readonly kind: "entry"; readonly entry: OutlineEntry; readonly key: string };

/** Returns the transcript of a run: its entries in order, with a heading where the work switches goals. */
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

/** The number of sequences per block. Entries in a block share one request, and scrolling back needs no new one. */
export const BLOCK_SIZE = 100;

/** Returns the blocks with the contents of some items, in order. */
export function requiredBlocks(items: readonly TranscriptItem[]): readonly number[] {
  const blocks = new Set<number>();
  for (const item of items) if (item.kind === "entry") blocks.add(blockIndex(item.entry.q));
  return [...blocks].sort((left, right) => left - right);
}

/** Returns the block that contains a sequence. */
function blockIndex(sequence: number): number {
  return Math.floor(sequence / BLOCK_SIZE);
}
