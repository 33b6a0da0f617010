import type { ResultRoom } from "../ports/tool.ts";
import { MATCH_LINE_CHARACTERS, MATCH_SURROUNDINGS, READ_RESULT_MATCHES } from "../tunables.ts";
import { characterStart } from "../context/fit-page.ts";

/** The passages of a text that contain another text, as one line each, and where to continue when not all are shown. */
type Matches = {
  readonly lines: readonly string[];
  /** Matching passages from `offset` on, including those not shown. */
  readonly total: number;
  readonly nextOffset: number | null;
};

/** A shown part of the text, around the match at `at`. */
type Passage = {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly lineNumber: number;
};

/**
 * Finds the passages from `offset` on that contain `needle`, case-insensitively. A short line is shown whole, a longer one by the
 * surroundings of each match, so that a match inside one-line JSON is visible. Each starts with its line number and its offset in the text.
 */
export function findMatches(
  text: string,
  needle: string,
  { offset, room }: { readonly offset: number; readonly room: ResultRoom },
): Matches {
  const lines: string[] = [];
  let used = 0;
  let total = 0;
  let nextOffset: number | null = null;
  for (const passage of passages(text, needle, offset)) {
    total += 1;
    if (nextOffset !== null) continue;
    const line = passageLine(text, passage);
    const tokens = room.count(line) + 1;
    if (lines.length === READ_RESULT_MATCHES || (lines.length > 0 && used + tokens > room.tokens)) {
      nextOffset = passage.at;
      continue;
    }
    lines.push(line);
    used += tokens;
  }
  return { lines, total, nextOffset };
}

function* passages(text: string, needle: string, offset: number): Generator<Passage> {
  const folded = foldCase(text);
  const wanted = foldCase(needle);
  let lineNumber = 1;
  let counted = 0;
  let index = folded.indexOf(wanted, offset);
  while (index !== -1) {
    for (
      let end = text.indexOf("\n", counted);
      end !== -1 && end < index;
      end = text.indexOf("\n", counted)
    ) {
      lineNumber += 1;
      counted = end + 1;
    }
    const end = text.indexOf("\n", index + wanted.length);
    const lineEnd = end === -1 ? text.length : end;
    const isShort = lineEnd - counted <= MATCH_LINE_CHARACTERS;
    const from = isShort ? counted : characterStart(text, Math.max(counted, index - MATCH_SURROUNDINGS));
    const to = isShort
      ? lineEnd
      : characterStart(text, Math.min(lineEnd, index + wanted.length + MATCH_SURROUNDINGS));
    yield { from, to, at: index, lineNumber };
    // Further matches in what is shown already are not passages of their own.
    index = folded.indexOf(wanted, Math.max(to, index + wanted.length));
  }
}

/** Lower case of the same length, so that offsets stay: only İ becomes longer. */
function foldCase(text: string): string {
  return text.replaceAll("İ", "I").toLowerCase();
}

function passageLine(text: string, { from, to, lineNumber }: Passage): string {
  const before = from === 0 || text[from - 1] === "\n" ? "" : "…";
  const after = to === text.length || text[to] === "\n" ? "" : "…";
  return `${String(lineNumber)} (offset ${String(from)}): ${before}${text.slice(from, to)}${after}`;
}
