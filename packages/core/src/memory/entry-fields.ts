import type { MemoryFields } from "../ports/memory-store.ts";

/** Returns what an entry says, without the rest of it. */
export function withFields({ type, name, description, keywords, content }: MemoryFields): MemoryFields {
  return { type, name, description, keywords, content };
}

/** True if both say the same in the same words. */
export function sameFields(left: MemoryFields, right: MemoryFields): boolean {
  return JSON.stringify(withFields(left)) === JSON.stringify(withFields(right));
}
