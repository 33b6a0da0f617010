import type { UserMessage } from "../log/message.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { textOf } from "../context/extract.ts";

/** How much of the folded user messages a summary shows: the first and the newest so many, each up to so many characters. */
export type UserDetail = { readonly newest: number; readonly length: number };

/** The section of a summary that code writes, and the messages it does not show whole, for the archive. */
export type UserSection = { readonly text: string; readonly archived: readonly UserMessage[] };

/** "All user messages" of a summary, word for word from the log, never by a model. */
export function userSection(folded: readonly UserMessage[], detail: UserDetail): UserSection {
  const from = Math.max(1, folded.length - detail.newest);
  const archived: UserMessage[] = [];
  const lines: string[] = [];
  folded.forEach((message, index) => {
    const text = textOf(message);
    const isShown = index === 0 || index >= from;
    if (!isShown || text.length > detail.length) archived.push(message);
    if (isShown) lines.push(`#${message.sequence}: ${shown(text, detail.length)}`);
    else if (index === 1)
      lines.push(fillPrompt(compactionPrompt.archivedMessages, { count: String(from - 1) }));
  });
  return { text: lines.join("\n"), archived };
}

/** The text of an archive: every message whole, under its number. */
export function archiveText(archived: readonly UserMessage[]): string {
  return archived.map((message) => `## User message #${message.sequence}\n\n${textOf(message)}`).join("\n\n");
}

function shown(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, "");
  return `${cut}${fillPrompt(compactionPrompt.cutMessage, { characters: String(text.length) })}`;
}
