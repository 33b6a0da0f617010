import { z } from "zod";
import { READ_MEMORY_TOOL } from "../log/tool-names.ts";
import { describeEntry } from "../memory/recall-entries.ts";
import { defineTool, type Tool } from "../ports/tool.ts";
import { memoryPrompt } from "../prompts/generated/memory.ts";
import { fillPrompt } from "../prompts/parse.ts";
import type { MemoryAccess } from "./write-memory.ts";

const input = z.object({
  id: z.string().trim().min(1).max(100).describe("The id of the entry, from the index or a search."),
});

/** Gives a memory entry whole. One that was replaced gives its successor. */
export function readMemoryTool({ finder }: MemoryAccess): Tool<typeof input> {
  return defineTool({
    name: READ_MEMORY_TOOL,
    description:
      "Reads a whole memory entry by its id. Use it for an entry that the memory index names and that fits your work.",
    input,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    trust: "workspace",
    async execute({ id }, { scope, traceId, clock }) {
      const entry = (await finder.lookUp(scope, [id], traceId)).get(id);
      if (entry === undefined)
        return { outcome: "error", title: id, output: fillPrompt(memoryPrompt.unknown, { id }) };
      const { supersededBy } = entry;
      const next =
        supersededBy === null
          ? undefined
          : (await finder.lookUp(scope, [supersededBy], traceId)).get(supersededBy);
      if (next === undefined) return { title: entry.name, output: describeEntry(entry, clock.now()) };
      return {
        title: next.name,
        output: fillPrompt(memoryPrompt.superseded, { entry: describeEntry(next, clock.now()) }),
      };
    },
  });
}
