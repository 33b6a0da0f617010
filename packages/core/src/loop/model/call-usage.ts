import type { Usage } from "../../log/message.ts";
import type { ModelAnswer } from "../../ports/model-client.ts";
import type { Tokenizer } from "../../ports/tokenizer.ts";

/** Returns the provider's token counts, or our own count marked as estimated. */
export function callUsage(
  answer: ModelAnswer,
  options: { readonly estimatedInput: number; readonly tokenizer: Tokenizer },
): Usage {
  const { tokenizer } = options;
  return (
    answer.usage ?? {
      inputTokens: options.estimatedInput,
      outputTokens:
        tokenizer.count(answer.text) +
        answer.toolCalls.reduce((sum, item) => sum + tokenizer.count(item.arguments), 0),
      cachedTokens: 0,
      reasoningTokens: tokenizer.count(answer.reasoning),
      estimated: true,
    }
  );
}
