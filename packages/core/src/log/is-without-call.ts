import type { OutlineEntry } from "./outline.ts";

/** Returns true for a message without a model call of its own: a helper call gave it, and has its tokens, price and duration. */
export function isWithoutCall({
  i,
  o,
  m,
}: Pick<Extract<OutlineEntry, { k: "assistant" }>, "i" | "o" | "m">): boolean {
  return i === 0 && o === 0 && m === 0;
}
