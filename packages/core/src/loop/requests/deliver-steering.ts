import { describeUser } from "../../log/describe.ts";
import type { ContentPart } from "../../log/message.ts";
import type { RunContext } from "../run-context.ts";

/**
 * Stages the texts that people sent to the running turn as messages, in order, so that the next model call reads them. They wait while calls are
 * open, because results must follow their calls. A text becomes a message once: the message names its signal.
 */
export function deliverSteering({ state, writer, ports }: RunContext): void {
  if (state.canceled !== null || state.openCalls.size > 0) return;
  for (const [signalId, text] of [...state.steering]) {
    const parts: readonly ContentPart[] = [{ type: "text", text }];
    writer.stage({
      ...{ kind: "message", role: "user", goalId: state.goals.focusId, parts, author: "person", signalId },
      ...{ description: describeUser(parts), tokens: ports.tokenizer.count(text) },
    });
  }
}
