import { GoaltraceError } from "@goaltrace/core";
import { isTerminal, type Trace } from "@goaltrace/core/log";
import type { Scope, TraceStore } from "@goaltrace/core/ports";
import type { Conversation, ConversationStore } from "@goaltrace/db";

/** Returns a conversation. Errors: NOT_FOUND. */
export async function readConversation(
  { conversations }: { readonly conversations: Pick<ConversationStore, "get"> },
  scope: Scope,
  id: string,
): Promise<Conversation> {
  const conversation = await conversations.get(scope, id);
  if (conversation !== undefined) return conversation;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "There is no such conversation.",
    fix: "Check the address. The conversation may have been deleted.",
  });
}

/** Returns the latest trace of a conversation; undefined when it has none. Errors: CONFLICT while that trace is active. */
export async function lastIdleTrace(
  { traces }: { readonly traces: Pick<TraceStore, "head"> },
  scope: Scope,
  conversationId: string,
): Promise<Trace | undefined> {
  const last = await traces.head(scope, conversationId);
  if (last !== undefined && !isTerminal(last.status)) throw stillActive();
  return last;
}

/** Returns the error for a turn requested while another is active. */
export function stillActive(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "The previous turn of this conversation is still running.",
    fix: "Wait until it ends, or stop it first.",
  });
}
