import { countOf } from "@goaltrace/core/log";
import { countLines, LINE_FEED } from "./count-lines.ts";
import { EDIT_MAX_REPLACEMENTS, MAX_CHANGED_FILE_BYTES } from "../tunables.ts";

/** One edit of a text. Lines count from 1. */
export type FileEdit =
  | {
      readonly type: "replace";
      readonly old_text: string;
      readonly new_text: string;
      readonly replace_all: boolean;
    }
  | { readonly type: "insert_lines"; readonly after_line: number; readonly text: string }
  | {
      readonly type: "replace_lines";
      readonly from_line: number;
      readonly to_line: number;
      readonly text: string;
    }
  | { readonly type: "delete_lines"; readonly from_line: number; readonly to_line: number };

export type EditResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/**
 * Applies one edit, unless the text would grow beyond MAX_CHANGED_FILE_BYTES characters: that is computed first. In a text with `\r\n` line
 * ends, `\n` in the edit matches them too, and inserted text gets the text's predominant line end. Everything else is exact.
 */
export function applyEdit(text: string, edit: FileEdit): EditResult {
  switch (edit.type) {
    case "replace":
      return replaceText(text, edit);
    case "insert_lines":
      return changeLines(text, { from: edit.after_line + 1, removed: 0, inserted: edit.text });
    case "replace_lines":
      if (edit.to_line < edit.from_line)
        return { ok: false, message: "to_line must not be smaller than from_line." };
      return changeLines(text, {
        from: edit.from_line,
        removed: edit.to_line - edit.from_line + 1,
        inserted: edit.text,
      });
    case "delete_lines":
      if (edit.to_line < edit.from_line)
        return { ok: false, message: "to_line must not be smaller than from_line." };
      return changeLines(text, {
        from: edit.from_line,
        removed: edit.to_line - edit.from_line + 1,
        inserted: null,
      });
  }
}

type Replacement = Extract<FileEdit, { type: "replace" }>;

function replaceText(text: string, edit: Replacement): EditResult {
  const hasPairs = text.includes("\r\n");
  const old = hasPairs ? withEnds(edit.old_text, "\n") : edit.old_text;
  const replacement = hasPairs ? withEnds(edit.new_text, mainLineEnd(text)) : edit.new_text;
  if (edit.old_text === edit.new_text)
    return { ok: false, message: "old_text and new_text are equal, so there is nothing to change." };
  const plain = hasPairs ? withEnds(text, "\n") : text;
  const offsets = occurrences(plain, old, EDIT_MAX_REPLACEMENTS + 1);
  if (offsets.length === 0) {
    return {
      ok: false,
      message:
        "old_text does not occur in the file. It must match exactly, including whitespace, and without line numbers. Read that part of the file again.",
    };
  }
  if (offsets.length > 1 && !edit.replace_all) {
    const lines = offsets.slice(0, 10).map((place) => String(lineNumberAt(plain, place)));
    return {
      ok: false,
      message: `old_text occurs ${String(offsets.length)} times (lines ${lines.join(", ")}${offsets.length > 10 ? ", …" : ""}). Add lines around it to make it unique, or set replace_all to true.`,
    };
  }
  if (offsets.length > EDIT_MAX_REPLACEMENTS)
    return {
      ok: false,
      message: `old_text occurs more than ${String(EDIT_MAX_REPLACEMENTS)} times. Use a longer old_text, or write the whole file with write_file.`,
    };
  if (text.length + offsets.length * (replacement.length - old.length) > MAX_CHANGED_FILE_BYTES)
    return TOO_LARGE;
  const toOriginal = hasPairs ? createOffsetMap(text) : (offset: number): number => offset;
  const pieces: string[] = [];
  let end = 0;
  for (const place of offsets) {
    pieces.push(text.slice(end, toOriginal(place)), replacement);
    end = toOriginal(place + old.length);
  }
  return { ok: true, text: pieces.join("") + text.slice(end) };
}

const TOO_LARGE = {
  ok: false,
  message: `The file would become larger than ${String(MAX_CHANGED_FILE_BYTES)} bytes.`,
} as const satisfies EditResult;

/** Returns the first `limit` offsets. */
function occurrences(text: string, searched: string, limit: number): readonly number[] {
  const offsets: number[] = [];
  for (
    let place = text.indexOf(searched);
    place !== -1 && offsets.length < limit;
    place = text.indexOf(searched, place + searched.length)
  )
    offsets.push(place);
  return offsets;
}

function lineNumberAt(text: string, offset: number): number {
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", end + 1)) line += 1;
  return line;
}

/** Returns a function that maps ascending offsets in the text with `\n` ends to offsets in the original text. */
function createOffsetMap(text: string): (offset: number) => number {
  let pairsBefore = 0;
  let nextPair = text.indexOf("\r\n");
  return (offset) => {
    // The pair at plain offset p is at p + pairsBefore; it counts once the offset is past it.
    while (nextPair !== -1 && nextPair - pairsBefore < offset) {
      pairsBefore += 1;
      nextPair = text.indexOf("\r\n", nextPair + 2);
    }
    return offset + pairsBefore;
  };
}

type LineChange = { readonly from: number; readonly removed: number; readonly inserted: string | null };

function changeLines(text: string, { from, removed, inserted }: LineChange): EditResult {
  const until = from - 1 + removed;
  const lines = countLines(text);
  if (from - 1 > lines || until > lines)
    return {
      ok: false,
      message: `The file has ${countOf(lines, "line")}. Read it again for its line numbers.`,
    };
  const head = text.slice(0, lineStart(text, from - 1));
  const tail = text.slice(lineStart(text, until));
  if (inserted === null) return { ok: true, text: head + tail };
  if (head.length + inserted.length + tail.length > MAX_CHANGED_FILE_BYTES) return TOO_LARGE;
  const end = mainLineEnd(text);
  const added = text.includes("\r\n") ? withEnds(inserted, end) : inserted;
  const opening = head !== "" && !head.endsWith("\n") ? end : "";
  // Text after a removed last line without a line end has none either.
  const needsEnd =
    added !== "" && !added.endsWith("\n") && (tail !== "" || text === "" || text.endsWith("\n"));
  const isEmptyLine = added === "" && removed === 0;
  return { ok: true, text: head + opening + added + (needsEnd || isEmptyLine ? end : "") + tail };
}

/** Returns the offset at which the line after the first `count` lines starts. */
function lineStart(text: string, count: number): number {
  let seen = 0;
  let offset = 0;
  for (; seen < count && offset < text.length; offset += 1)
    if (text.charCodeAt(offset) === LINE_FEED) seen += 1;
  return offset;
}

function mainLineEnd(text: string): "\n" | "\r\n" {
  let pairs = 0;
  let all = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    if (text.charCodeAt(offset) !== LINE_FEED) continue;
    all += 1;
    if (text[offset - 1] === "\r") pairs += 1;
  }
  return pairs * 2 > all ? "\r\n" : "\n";
}

function withEnds(text: string, end: "\n" | "\r\n"): string {
  return text.replace(/\r\n|\n/g, end);
}
