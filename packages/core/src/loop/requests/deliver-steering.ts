import { describeUser } from "../../log/describe.ts";
import type { ContentPart } from "../../log/message.ts";
import type { RunContext } from "../run-context.ts";

/**
 * Stages the texts that people sent to the running turn as messages, in order, so that the next model call reads them. They wait while calls are
 * open, because results must follow their calls. A text becomes a message once: the message names its signal.
 */
export function deliverSteering(context: RunContext): void {
  const { canceled, openCalls } = context.state;
  if (canceled === null && openCalls.size === 0) stageSteering(context);
}

/** Stages the texts that have not become messages. At the end of a run no model reads them, but the next turn does. */
export function stageSteering({ state, writer, ports }: RunContext): void {
  for (const [signalId, text] of [...state.steering]) {
    const parts: readonly ContentPart[] = [{ type: "text", text }];
    writer.stage({
      ...{ kind: "message", role: "user", goalId: state.goals.focusId, parts, author: "person", signalId },
      ...{ description: describeUser(parts), tokens: ports.tokenizer.count(text) },
    });
  }
}
