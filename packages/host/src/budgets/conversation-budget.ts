import { formatBudget, isTerminal } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";
import { readConversation } from "../read-conversation.ts";
import { controlRun } from "../send-signal.ts";
import { readBudget } from "./read-budget.ts";

/**
 * Sets the budget of each run of a conversation, its active run included; an empty text removes it. Returns the budget as it is stored.
 * Errors: NOT_FOUND; INVALID_INPUT for an unreadable budget.
 */
export async function setConversationBudget(
  ports: Pick<Runtime, "stores" | "ids" | "clock">,
  scope: Scope,
  { conversationId, text }: { readonly conversationId: string; readonly text: string },
): Promise<{ readonly budget: string }> {
  const budget = formatBudget(readBudget(text));
  const conversation = await readConversation(ports.stores, scope, conversationId);
  await ports.stores.conversations.update(scope, conversation.id, { budget: budget === "" ? null : budget });
  const head = await ports.stores.traces.head(scope, conversation.id);
  if (head !== undefined && !isTerminal(head.status))
    await controlRun(ports, scope, { traceId: head.id, body: { kind: "set_budget", payload: { budget } } });
  return { budget };
}
