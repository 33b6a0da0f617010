import type { UserMessage } from "../log/message.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { messageText } from "../context/extract.ts";

/** How much of the folded user messages a summary shows: the first and the `newest` ones, each up to `length` characters. */
export type UserDetail = { readonly newest: number; readonly length: number };

/** The user message section of a summary, and the messages it does not show in full, for the archive. */
export type UserSection = { readonly text: string; readonly archived: readonly UserMessage[] };

/** Builds the "All user messages" section verbatim from the log, never by a model. */
export function userSection(folded: readonly UserMessage[], detail: UserDetail): UserSection {
  const from = Math.max(1, folded.length - detail.newest);
  const archived: UserMessage[] = [];
  const lines: string[] = [];
  folded.forEach((message, index) => {
    const text = messageText(message);
    const isShown = index === 0 || index >= from;
    if (!isShown || text.length > detail.length) archived.push(message);
    if (isShown) lines.push(`#${message.sequence}: ${shortenMessage(text, detail.length)}`);
    else if (index === 1)
      lines.push(fillPrompt(compactionPrompt.archivedMessages, { count: String(from - 1) }));
  });
  return { text: lines.join("\n"), archived };
}

/** Returns the text of an archive: every message in full under its number. */
export function archiveText(archived: readonly UserMessage[]): string {
  return archived
    .map((message) => `## User message #${message.sequence}\n\n${messageText(message)}`)
    .join("\n\n");
}

function shortenMessage(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, "");
  return `${cut}${fillPrompt(compactionPrompt.cutMessage, { characters: String(text.length) })}`;
}
