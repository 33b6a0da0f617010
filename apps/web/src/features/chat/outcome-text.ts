import type { ToolRow } from "./chat-turn.ts";

/** The outcome text of a closed row. `isAnswer` marks the result of a call: it is short and takes priority over the argument. */
export type OutcomeText = { readonly text: string; readonly isAnswer: boolean };

/**
 * Returns the title of a call without the argument that its row shows already. A title such as `1 + 1 = 2` repeats the argument, so only
 * the answer remains and the argument may be truncated.
 */
export function outcomeText({
  argument,
  title,
  output,
}: Pick<ToolRow, "argument" | "title" | "output">): OutcomeText {
  const question = argument.replace(/…$/u, "");
  const isAnswer = question !== "" && output !== "" && title.startsWith(question) && title.endsWith(output);
  if (!isAnswer) return { text: title, isAnswer };
  const before = title.slice(0, title.length - output.length).trimEnd();
  return { text: before.endsWith("=") ? `= ${output}` : output, isAnswer };
}
