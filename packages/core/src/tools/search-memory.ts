import { countOf } from "../log/count-of.ts";
import { z } from "zod";
import { SEARCH_MEMORY_TOOL } from "../log/tool-names.ts";
import { describeEntry } from "../memory/recall-entries.ts";
import { defineTool, type Tool } from "../ports/tool.ts";
import { memoryPrompt } from "../prompts/generated/memory.ts";
import { MAX_RECALL_CANDIDATES } from "../memory/tunables.ts";
import type { MemoryAccess } from "./write-memory.ts";

const MAX_QUERY = 1_000;

const input = z.object({
  query: z.string().trim().min(1).max(MAX_QUERY).describe("Words to look for; names and terms find most."),
});

/** Finds memory entries, with the ids that corrections need. */
export function searchMemoryTool({ finder }: MemoryAccess): Tool<typeof input> {
  return defineTool({
    name: SEARCH_MEMORY_TOOL,
    description:
      "Searches what was saved in earlier conversations. Returns entries, best first, with their ids and ages. The best ones for the person's message are in the context already; use this for another question, or before you correct an entry.",
    input,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    trust: "workspace",
    async execute({ query }, { scope, traceId, clock, room }) {
      const candidates = await finder.find(scope, query, { limit: MAX_RECALL_CANDIDATES, traceId });
      const found = candidates.filter(({ entry }) => entry.supersededBy === null);
      const lines: string[] = [];
      let used = 0;
      for (const { entry } of found) {
        const line = describeEntry(entry, clock.now());
        used += room.count(line);
        if (lines.length > 0 && used > room.tokens) break;
        lines.push(line);
      }
      const output = lines.length === 0 ? memoryPrompt.nothing : lines.join("\n");
      return { title: countOf(lines.length, "entry", "entries"), output };
    },
  });
}
