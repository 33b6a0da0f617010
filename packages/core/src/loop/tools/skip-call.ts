import { describeTool } from "../../log/describe.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";

/** Stages the result of a call that did not run or whose outcome is unknown. */
export function skipCall(
  context: RunContext,
  open: OpenCall,
  result: {
    readonly outcome: "denied" | "interrupted" | "cancelled";
    readonly title: string;
    readonly output: string;
  },
): void {
  const { id, name } = open.call;
  context.writer.stage({
    kind: "message",
    role: "tool",
    goalId: open.goalId,
    toolCallId: id,
    toolName: name,
    ...result,
    trust: "workspace",
    durationMs: 0,
    tokens: context.ports.tokenizer.count(result.output),
    description: describeTool({ toolName: name, title: result.title, outcome: result.outcome }),
  });
}
