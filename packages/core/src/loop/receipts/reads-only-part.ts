import { commandOf, isPartial, type Receipt } from "./receipt-kinds.ts";

/** The lines that a result says it shows, of all. */
const LINES = /\blines (?<from>[\d,]+) ?[–-] ?(?<to>[\d,]+) of (?<total>[\d,]+)/iu;

/**
 * True if results show only a part of what was read; false for none. Several different parts count only where each says how many lines there are: otherwise
 * they may be the whole together.
 */
export function readsOnlyPart(receipts: readonly Receipt[]): boolean {
  if (receipts.length === 0 || !receipts.every(isPartial)) return false;
  if (new Set(receipts.map((receipt) => commandOf(receipt) || receipt.input)).size === 1) return true;
  const shown = receipts.map(({ output }) => LINES.exec(output)?.groups);
  return shown.every((groups) => groups !== undefined && toNumber(groups["to"]) < toNumber(groups["total"]));
}

function toNumber(text = ""): number {
  return Number(text.replace(/,/gu, ""));
}
