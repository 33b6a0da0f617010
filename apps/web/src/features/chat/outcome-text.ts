import type { ToolRow } from "./chat-turn.ts";

/** What a closed row says of its outcome. `isAnswer`: it is what the call came to, short and worth more room than the question. */
export type OutcomeText = { readonly text: string; readonly isAnswer: boolean };

/**
 * The title of a call without what its row shows already: a title that is question and answer (`1 + 1 = 2`) stands beside its question, so
 * the answer alone is left and the question may be cut.
 */
export function outcomeText({
  argument,
  title,
  output,
}: Pick<ToolRow, "argument" | "title" | "output">): OutcomeText {
  const asked = argument.replace(/…$/u, "");
  const isAnswer = asked !== "" && output !== "" && title.startsWith(asked) && title.endsWith(output);
  if (!isAnswer) return { text: title, isAnswer };
  const before = title.slice(0, title.length - output.length).trimEnd();
  return { text: before.endsWith("=") ? `= ${output}` : output, isAnswer };
}
