import type { ViewItem } from "../context/view.ts";

/**
 * A position where the history may be cut: `index` is the first item kept, `kept` the tokens from there to the end, `toSequence` the last
 * message before it.
 */
export type Cut = {
  readonly index: number;
  readonly kept: number;
  readonly toSequence: number;
  readonly goalClosed: boolean;
};

/**
 * Returns every position, newest first, that does not separate a call from its result. The end counts if no call is open. `closes` holds the
 * sequences at which goals were closed, ascending; a goal that closes between a call and its result closes at the end of that step.
 */
export function safeCuts(items: readonly ViewItem[], closes: readonly number[]): readonly Cut[] {
  const cuts: Cut[] = [];
  const open = openCallsAfter(items);
  const starts = stepStarts(items);
  let kept = 0;
  for (const [position, { message }] of [...items.entries()].reverse()) {
    const after = items[position + 1];
    kept += after?.tokens ?? 0;
    if (open[position] !== 0 || after?.message.role === "tool") continue;
    const toSequence = message.sequence;
    const until = after?.message.sequence ?? 0;
    const from = starts[position] ?? toSequence;
    const goalClosed = closes.some((sequence) => sequence > from && sequence < until);
    cuts.push({ index: position + 1, kept, toSequence, goalClosed });
  }
  return cuts;
}

/**
 * Returns the newest cut at a closed goal that keeps `low` to `high` tokens, else the newest of any that does: in the same room, the index of what is folded
 * shows more facts. If there is none, the cut that keeps the most without exceeding `high`.
 */
export function chooseCut(cuts: readonly Cut[], low: number, high: number): Cut | null {
  const fitting = cuts.filter((cut) => cut.kept <= high);
  const inRange = fitting.filter((cut) => cut.kept >= low);
  return inRange.find((cut) => cut.goalClosed) ?? inRange[0] ?? fitting.at(-1) ?? null;
}

/** For each item, the sequence of the message that began its step: for results, that of their calls. */
function stepStarts(items: readonly ViewItem[]): readonly number[] {
  let start = 0;
  return items.map(({ message }) => {
    if (message.role !== "tool") start = message.sequence;
    return start;
  });
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
