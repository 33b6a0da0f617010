import { z } from "zod";
import { TEXT_PAGE } from "./tunables.ts";

/** Input of a tool that returns a long text in pages. */
export const TEXT_OFFSET = z
  .number()
  .int()
  .min(0)
  .default(0)
  .describe("Offset in characters: `nextOffset` of the previous page. Defaults to 0, the start.");

/** Output of such a tool. */
export const TEXT_PAGE_OUTPUT = {
  text: z.string(),
  totalCharacters: z.number().int(),
  nextOffset: z.number().int().nullable().describe("Offset of the next page; null on the last one."),
} as const;

/** Returns one page of a text. Offsets are in UTF-16 units; a page never ends inside of a character. */
export function textPage(
  text: string,
  offset: number,
): { readonly text: string; readonly totalCharacters: number; readonly nextOffset: number | null } {
  let end = Math.min(text.length, offset + TEXT_PAGE);
  if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
  return {
    text: text.slice(offset, end),
    totalCharacters: text.length,
    nextOffset: end < text.length ? end : null,
  };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
