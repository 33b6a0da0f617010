import { memoryPrompt } from "../prompts/generated/memory.ts";
import { fillPrompt } from "../prompts/parse.ts";
import type { MemoryEntry } from "../ports/memory-store.ts";
import type { IndexLine } from "../ports/run-environment.ts";
import { formatDay } from "./gates/calendar.ts";
import { MEMORY_INDEX } from "./tunables.ts";

const ENCODER = new TextEncoder();

/** Returns a line for each entry that holds: those that runs recalled most come first, then the newest. */
export function indexLines(entries: readonly MemoryEntry[]): readonly IndexLine[] {
  return entries
    .filter(({ state, supersededBy }) => state === "active" && supersededBy === null)
    .toSorted((left, right) => right.recalls - left.recalls || right.savedAt - left.savedAt)
    .map((entry) => ({ memoryId: entry.id, version: entry.version, text: indexLine(entry) }));
}

/** Returns the lines that fit an index, and its text; an empty text without lines. `maxTokens` bounds the lines. */
export function fitIndex(
  lines: readonly IndexLine[],
  { maxTokens, count }: { readonly maxTokens: number; readonly count: (text: string) => number },
): { readonly lines: readonly IndexLine[]; readonly text: string } {
  const fitting: IndexLine[] = [];
  let tokens = 0;
  let bytes = 0;
  for (const line of lines.slice(0, MEMORY_INDEX.maxLines)) {
    tokens += count(line.text) + 1;
    bytes += ENCODER.encode(line.text).length + 1;
    if (tokens > maxTokens || bytes > MEMORY_INDEX.maxBytes) break;
    fitting.push(line);
  }
  return { lines: fitting, text: describeIndex(fitting) };
}

/** Returns lines as the message that a model reads; empty without lines. */
export function describeIndex(lines: readonly IndexLine[]): string {
  if (lines.length === 0) return "";
  return fillPrompt(memoryPrompt.index, { entries: lines.map(({ text }) => text).join("\n") });
}

function indexLine(entry: MemoryEntry): string {
  const { id, version, type, name, description, keywords, project, savedAt } = entry;
  const tags = project === null ? keywords : [project, ...keywords];
  const words = tags.length === 0 ? "" : ` [${tags.join(", ")}]`;
  return fillPrompt(memoryPrompt.indexLine, {
    ...{ id, type, version: String(version), date: formatDay(savedAt), name: oneLine(name) },
    description: cut(oneLine(description), MEMORY_INDEX.maxDescription),
    keywords: cut(oneLine(words), MEMORY_INDEX.maxKeywords),
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trimEnd();
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
