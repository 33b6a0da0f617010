import type { Entry } from "@goaltrace/core/log";
import type { ChatTerminal } from "./terminal/chat-terminal.ts";

/** Messages that a continued chat shows again. */
const SHOWN_MESSAGES = 6;

/** Prints the last messages of a conversation: what the person wrote, and what was answered. */
export function printEarlierMessages(
  { print }: Pick<ChatTerminal, "print">,
  entries: readonly Entry[],
): void {
  const messages = entries.filter(
    (entry) =>
      entry.kind === "message" &&
      (entry.role === "user" || (entry.role === "assistant" && entry.text !== "")),
  );
  const shown = messages.slice(-SHOWN_MESSAGES);
  if (messages.length > shown.length)
    print(`  … ${messages.length - shown.length} earlier messages`, "quiet");
  for (const entry of shown) {
    if (entry.kind !== "message") continue;
    if (entry.role === "user") print(`\n› ${entry.description}`, "strong");
    if (entry.role === "assistant") print(entry.text);
  }
}
