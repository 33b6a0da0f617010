import type { MemoryEntry, MemoryFields } from "../ports/memory-store.ts";
import { analyzeText } from "../search/analyze-text.ts";
import { SAME_ENTRY_SHARE } from "./tunables.ts";
import type { FoundMemory } from "./memory-index.ts";

/** Returns the entry that says the same as `fields` under another name; null if there is none. */
export function findSameEntry(fields: MemoryFields, found: readonly FoundMemory[]): MemoryEntry | null {
  const terms = new Set(analyzeText(fields.content));
  const isSame = ({ entry }: FoundMemory): boolean => {
    if (entry.supersededBy !== null || hasSameName(entry, fields)) return false;
    const others = new Set(analyzeText(entry.content));
    const shared = [...terms].filter((term) => others.has(term)).length;
    return shared / Math.max(1, terms.size + others.size - shared) >= SAME_ENTRY_SHARE;
  };
  return found.find(isSame)?.entry ?? null;
}

/** True for entries that are one entry: of the same type, with names that differ at most in case, width and space. */
export function hasSameName(left: MemoryFields, right: MemoryFields): boolean {
  return left.type === right.type && nameKey(left.name) === nameKey(right.name);
}

/**
 * Returns a name as entries are told apart by it. Forms with a meaning of their own, such as "²" and "①", stay. Stores may keep it: a change
 * needs a migration that empties what they keep.
 */
export function nameKey(name: string): string {
  return name
    .replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - WIDTH))
    .normalize("NFC")
    .replace(/[\s\p{White_Space}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** The wide forms of ASCII's printable characters, and the distance to those. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/gu;
const WIDTH = 0xfee0;
