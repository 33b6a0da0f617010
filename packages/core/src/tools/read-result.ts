import { z } from "zod";
import { READ_RESULT_TOOL } from "../log/tool-names.ts";
import { defineTool, type ToolResult } from "../ports/tool.ts";
import { READ_RESULT_CHARACTERS, READ_RESULT_MATCHES } from "../tunables.ts";
import { errorResult } from "./error-result.ts";

const input = z.object({
  id: z.string().min(1).max(200).describe("The id given in the marker or placeholder."),
  offset: z.number().int().min(0).default(0).describe("First character to read, counted from 0."),
  limit: z
    .number()
    .int()
    .min(1)
    .max(READ_RESULT_CHARACTERS)
    .default(READ_RESULT_CHARACTERS)
    .describe("Characters to read."),
  from_line: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe("Start at this line instead of at an offset; lines are counted from 1."),
  grep: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Only lines that contain this text (case-insensitive), each with its number and offset."),
});
type Input = z.output<typeof input>;

/** Reads originals that the context shows only in part, page by page: spilled and cleared results, archived user messages. */
export const readResultTool = defineTool({
  name: READ_RESULT_TOOL,
  description:
    'Reads the original content behind a "[spilled …]" or "[cleared …]" marker, or an archive, by its id: one page of it, or the lines that contain a text. Use it instead of repeating a call.',
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  // A page must not be spilled again.
  spillCharacters: READ_RESULT_CHARACTERS + 400,
  async execute(request, context): Promise<ToolResult> {
    const original = await context.readOriginal(request.id);
    if (original === undefined)
      return errorResult(
        "No such result",
        `This conversation has no result "${request.id}". Use an id exactly as a "[spilled …]" or "[cleared …]" mark gives it.`,
      );
    return request.grep === undefined ? page(original, request) : matches(original, request.grep);
  },
});

type Original = { readonly title: string; readonly text: string };

function page({ title, text }: Original, request: Input): ToolResult {
  const offset = request.from_line === undefined ? request.offset : lineOffset(text, request.from_line);
  if (offset > 0 && offset >= text.length)
    return errorResult(
      "Beyond the end",
      `The result has ${String(text.length)} characters; use a smaller offset.`,
    );
  const from = characterStart(text, offset);
  const end = characterStart(text, Math.min(text.length, offset + request.limit));
  const to = end > from ? end : Math.min(text.length, from + 2);
  const more = to < text.length ? ` Continue with offset=${String(to)}.` : "";
  return {
    title: `${title}: ${String(to - from)} of ${String(text.length)} characters`,
    output: `[characters ${String(from)} to ${String(to)} of ${String(text.length)}.${more}]\n${text.slice(from, to)}`,
  };
}

function matches({ title, text }: Original, grep: string): ToolResult {
  const lines: string[] = [];
  const needle = grep.toLowerCase();
  let offset = 0;
  let total = 0;
  let length = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.toLowerCase().includes(needle)) {
      total += 1;
      const shown = `${String(index + 1)} (offset ${String(offset)}): ${line.slice(0, 400)}`;
      length += shown.length;
      if (lines.length < READ_RESULT_MATCHES && length <= READ_RESULT_CHARACTERS - 200) lines.push(shown);
    }
    offset += line.length + 1;
  }
  const rest =
    total > lines.length ? `\n[${String(total - lines.length)} more matches; use a more specific text]` : "";
  return {
    title: `${title}: ${String(total)} lines with "${grep}"`,
    output: total === 0 ? `No line contains "${grep}".` : `${lines.join("\n")}${rest}`,
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

/** Returns the offset, moved back by one inside a surrogate pair: pages never split a character, so that they join to the original. */
function characterStart(text: string, offset: number): number {
  const isInside =
    /[\uDC00-\uDFFF]/u.test(text.charAt(offset)) && /[\uD800-\uDBFF]/u.test(text.charAt(offset - 1));
  return isInside ? offset - 1 : offset;
}
