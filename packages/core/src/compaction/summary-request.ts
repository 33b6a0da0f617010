import type { Message } from "../log/message.ts";
import { summarisePrompt } from "../prompts/generated/summarise.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { MAX_SUMMARY_TOKENS } from "../tunables.ts";
import type { View } from "../context/view.ts";

/**
 * Returns one message that contains a whole view and requests a summary of it, for transcripts that the model has not seen. A run instead
 * appends its summary request to its own history, which the provider has cached.
 */
export function summaryRequest(view: View, focus: string | null): string {
  const history = view.items.map(
    ({ message, placeholder }) => `[${message.role}]\n${placeholder ?? renderShort(message)}`,
  );
  const kept = focus === null ? "" : fillPrompt(summarisePrompt.personalFocus, { focus });
  const instructions = fillPrompt(summarisePrompt.user, { focus: kept, tokens: String(MAX_SUMMARY_TOKENS) });
  return `<conversation>\n${history.join("\n\n")}\n</conversation>\n\n${instructions.trim()}`;
}

function renderShort(message: Message): string {
  switch (message.role) {
    case "user":
      return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
    case "assistant":
      return [message.text, ...message.toolCalls.map((call) => `→ ${call.name} ${call.arguments}`)]
        .join("\n")
        .trim();
    case "tool":
      return message.output;
  }
}
