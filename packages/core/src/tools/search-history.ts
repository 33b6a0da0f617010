import { countOf } from "../log/count-of.ts";
import { z } from "zod";
import { SEARCH_HISTORY_TOOL } from "../log/tool-names.ts";
import type { TokenRoom } from "../context/fit-page.ts";
import { defineTool, type HistoryHit, type ToolResult } from "../ports/tool.ts";

const MAX_QUERY = 4_000;

const input = z.object({
  text: z
    .string()
    .trim()
    .min(1)
    .max(MAX_QUERY)
    .describe("Words to look for, in any order; any of them may match. Names, ids and numbers find most."),
  skip: z.number().int().min(0).default(0).describe("Hits to skip, to see those after an earlier search."),
});

/** Tokens of a result besides its hits. */
const NOTE_TOKENS = 40;

/** Finds passages in the whole conversation, also what the request shows in part or not at all, with ids for `read_result`. */
export const searchHistoryTool = defineTool({
  name: SEARCH_HISTORY_TOOL,
  inSmallWindows: "first",
  description:
    "Searches the whole conversation, including earlier turns and everything that was cleared, shortened or summarized. Returns passages, best first, each with the id and offset to read more with read_result. Use it when you need a detail that you no longer see, before you repeat a call.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  fitsRoom: true,
  async execute({ text, skip }, context): Promise<ToolResult> {
    return hitsPage(await context.searchHistory(text), skip, context.room);
  },
});

/** Returns one page of hits: as many after the first `skip` as the room takes, at least one. */
export function hitsPage(hits: readonly HistoryHit[], skip: number, resultRoom: TokenRoom): ToolResult {
  const left = hits.slice(skip);
  const room = resultRoom.tokens - NOTE_TOKENS;
  const lines: string[] = [];
  let used = 0;
  for (const hit of left) {
    const line = hitLine(hit);
    used += resultRoom.count(line) + 1;
    if (lines.length > 0 && used > room) break;
    lines.push(line);
  }
  const title = countOf(hits.length, "hit");
  if (lines.length === 0)
    return { title, output: skip === 0 ? "Nothing in this conversation matches." : "No more hits." };
  const next = skip + lines.length;
  const more = next < hits.length ? ` More with skip=${String(next)}.` : "";
  const shown = `${String(skip + 1)} to ${String(next)} of ${String(hits.length)}`;
  return { title, output: `[hits ${shown}, best first.${more}]\n${lines.join("\n")}` };
}

function hitLine({ id, title, offset, text }: HistoryHit): string {
  return `- id="${id}" offset=${String(offset)} (${title}): ${text.replace(/\s+/gu, " ").trim()}`;
}
