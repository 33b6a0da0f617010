import { createMemoryFinder } from "../memory/memory-finder.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { Tool } from "../ports/tool.ts";
import { readMemoryTool } from "./read-memory.ts";
import { searchMemoryTool } from "./search-memory.ts";
import { type MemoryAccess, writeMemoryTool } from "./write-memory.ts";

/** Returns the tools with which agents save, find and read entries of a store. `finder` defaults to one of its own. */
export function memoryTools(
  store: MemoryStore,
  finder: MemoryAccess["finder"] = createMemoryFinder(store),
): readonly Tool[] {
  const memory = { store, finder };
  return [readMemoryTool(memory), searchMemoryTool(memory), writeMemoryTool(memory)];
}
