import { describeUser } from "../../log/describe.ts";
import type { UserMessage } from "../../log/message.ts";
import type { RunContext } from "../run-context.ts";

/** Stages a text that reached a running turn as a message. `signalId` makes it count once. */
export function stageText(
  { state, writer, ports }: RunContext,
  {
    signalId,
    text,
    author,
  }: { readonly signalId: string; readonly text: string; readonly author: UserMessage["author"] },
): void {
  const parts = [{ type: "text", text }] as const;
  writer.stage({
    ...{ kind: "message", role: "user", goalId: state.goals.focusId, parts, author, signalId },
    ...{ description: describeUser(parts), tokens: ports.tokenizer.count(text) },
  });
}
