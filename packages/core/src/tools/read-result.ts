import { countOf } from "../log/count-of.ts";
import { z } from "zod";
import { READ_RESULT_TOOL } from "../log/tool-names.ts";
import { defineTool, type ResultRoom, type ToolResult } from "../ports/tool.ts";
import { errorResult } from "./error-result.ts";
import { findMatches } from "./find-matches.ts";
import { characterStart, fitPage } from "../context/fit-page.ts";

const input = z.object({
  id: z.string().min(1).max(200).describe("The id in the marker."),
  offset: z.number().int().min(0).default(0).describe("First character, from 0."),
  limit: z.number().int().min(1).optional().describe("Most characters to read. Default: as many as fit."),
  from_line: z.number().int().min(1).optional().describe("First line, from 1, instead of an offset."),
  grep: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Only the places that contain this text (case-insensitive), each with line number and offset."),
});
type Input = z.output<typeof input>;

/** Tokens of a page besides its text: the note on its range. */
const NOTE_TOKENS = 40;

/**
 * Reads originals that the context shows only in part, page by page: spilled and cleared results, archived user messages. A page is as long
 * as the next request has room for, so that it is never spilled itself, and names the offset of the next one.
 */
export const readResultTool = defineTool({
  name: READ_RESULT_TOOL,
  inSmallWindows: "first",
  description:
    'Reads the original content behind a "[spilled …]" or "[cleared …]" marker, or an archive, by its id: one page of it, or the places that contain a text. A page is as long as your context has room for and names the offset of the next one. Use it instead of repeating a call.',
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  fitsRoom: true,
  async execute(request, context): Promise<ToolResult> {
    const original = await context.readOriginal(request.id);
    if (original === undefined)
      return errorResult(
        "No such result",
        `This conversation has no result "${request.id}". Use an id exactly as a "[spilled …]" or "[cleared …]" mark gives it.`,
      );
    const room = { ...context.room, tokens: Math.max(1, context.room.tokens - NOTE_TOKENS) };
    const offset =
      request.from_line === undefined ? request.offset : lineOffset(original.text, request.from_line);
    if (offset > 0 && offset >= original.text.length)
      return errorResult(
        "Beyond the end",
        `The result has ${String(original.text.length)} characters; use a smaller offset.`,
      );
    return request.grep === undefined
      ? page(original, { offset, limit: request.limit }, room)
      : matches(original, { offset, grep: request.grep }, room);
  },
});

type Original = { readonly title: string; readonly text: string };

function page(
  { title, text }: Original,
  { offset, limit }: Pick<Input, "offset" | "limit">,
  room: ResultRoom,
): ToolResult {
  const from = characterStart(text, offset);
  const to = fitPage(text, room, { from, ...(limit === undefined ? {} : { limit }) });
  const more = to < text.length ? ` Continue with offset=${String(to)}.` : " This is the end.";
  return {
    title: `${title}: ${String(to - from)} of ${String(text.length)} characters`,
    output: `[characters ${String(from)} to ${String(to)} of ${String(text.length)}.${more}]\n${text.slice(from, to)}`,
  };
}

function matches(
  { title, text }: Original,
  { offset, grep }: { readonly offset: number; readonly grep: string },
  room: ResultRoom,
): ToolResult {
  const { lines, total, nextOffset } = findMatches(text, grep, { offset, room });
  const rest =
    nextOffset === null
      ? ""
      : `\n[${String(total - lines.length)} more. Continue with offset=${String(nextOffset)}, or use a more specific text.]`;
  const where = offset === 0 ? "" : ` after offset ${String(offset)}`;
  return {
    title: `${title}: ${countOf(total, "place")} with "${grep}"`,
    output: total === 0 ? `Nothing contains "${grep}"${where}.` : `${lines.join("\n")}${rest}`,
  };
}

function lineOffset(text: string, line: number): number {
  let offset = 0;
  for (let current = 1; current < line; current += 1) {
    const end = text.indexOf("\n", offset);
    if (end === -1) return text.length;
    offset = end + 1;
  }
  return offset;
}
