import type { ViewItem } from "../context/view.ts";

/** A place where the history may be cut: `index` is the first item that stays, `kept` the tokens from there on. */
export type Cut = { readonly index: number; readonly kept: number; readonly goalClosed: boolean };

/**
 * All places, newest first, where neither side loses half of a call and its result. The end is one when no call is open. `closes` are
 * the sequences at which goals were closed, ascending.
 */
export function safeCuts(items: readonly ViewItem[], closes: readonly number[]): readonly Cut[] {
  const cuts: Cut[] = [];
  const open = openAfter(items);
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

/** The newest cut that keeps between `low` and `high` tokens and prefers a closed goal; else the one that keeps most without going over. */
export function chooseCut(cuts: readonly Cut[], low: number, high: number): Cut | null {
  const fitting = cuts.filter((cut) => cut.kept <= high);
  const inRange = fitting.filter((cut) => cut.kept >= low);
  return inRange.find((cut) => cut.goalClosed) ?? fitting.at(-1) ?? null;
}

/** For each item the number of calls that are still without a result after it. */
function openAfter(items: readonly ViewItem[]): readonly number[] {
  const open = new Set<string>();
  return items.map(({ message }) => {
    if (message.role === "tool") open.delete(message.toolCallId);
    if (message.role === "assistant") for (const call of message.toolCalls) open.add(call.id);
    return open.size;
  });
}
