import type { ViewItem } from "../context/view.ts";

/** A position where the history may be cut: `index` is the first item kept, `kept` the tokens from there to the end. */
export type Cut = { readonly index: number; readonly kept: number; readonly goalClosed: boolean };

/**
 * Returns every position, newest first, that does not separate a call from its result. The end counts if no call is open. `closes` holds the
 * sequences at which goals were closed, ascending.
 */
export function safeCuts(items: readonly ViewItem[], closes: readonly number[]): readonly Cut[] {
  const cuts: Cut[] = [];
  const open = openCallsAfter(items);
  let kept = 0;
  let close = closes.length - 1;
  for (let index = items.length; index > 0; index -= 1) {
    const before = items[index - 1];
    const after = items[index];
    if (before === undefined) break;
    kept += after?.tokens ?? 0;
    while (close >= 0 && (closes[close] ?? 0) > (after?.message.sequence ?? Infinity)) close -= 1;
    const goalClosed = after !== undefined && (closes[close] ?? 0) > before.message.sequence;
    if (after?.message.role !== "tool" && open[index - 1] === 0) cuts.push({ index, kept, goalClosed });
  }
  return cuts;
}

/** Returns the newest cut at a closed goal that keeps `low` to `high` tokens, else the cut that keeps the most without exceeding `high`. */
export function chooseCut(cuts: readonly Cut[], low: number, high: number): Cut | null {
  const fitting = cuts.filter((cut) => cut.kept <= high);
  const inRange = fitting.filter((cut) => cut.kept >= low);
  return inRange.find((cut) => cut.goalClosed) ?? fitting.at(-1) ?? null;
}

/** For each item, the number of calls that have no result yet after it. */
function openCallsAfter(items: readonly ViewItem[]): readonly number[] {
  const open = new Set<string>();
  return items.map(({ message }) => {
    if (message.role === "tool") open.delete(message.toolCallId);
    if (message.role === "assistant") for (const call of message.toolCalls) open.add(call.id);
    return open.size;
  });
}
