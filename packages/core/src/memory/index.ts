export { chooseMemories } from "./choose-memories.ts";
export { conflict, notFoundEntry } from "./entry-errors.ts";
export { sameFields, withFields } from "./entry-fields.ts";
export { MEMORY_TYPES } from "./entry-proposal.ts";
export { nameKey } from "./find-same-entry.ts";
export { checkEntry } from "./gates/check-entry.ts";
export { createMemoryFinder, type MemoryFinder } from "./memory-finder.ts";
export { recallEntries } from "./recall-entries.ts";
export { isUsed } from "./is-used.ts";
