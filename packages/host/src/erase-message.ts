import { GoaltraceError } from "@goaltrace/core";
import type { EntryRef, Message, Trace } from "@goaltrace/core/log";
import type { Scope, TraceStore } from "@goaltrace/core/ports";
import { readEntry, readTrace } from "@goaltrace/core/reading";
import type { Conversation, ConversationStore } from "@goaltrace/db";

type ErasurePorts = {
  readonly stores: {
    readonly traces: TraceStore;
    readonly conversations: Pick<ConversationStore, "get" | "update">;
  };
};

/** `ofOthers`: the person may erase messages of every run that they can see. */
export type ErasureRequest = EntryRef & { readonly ofOthers: boolean };

const PAGE = 200;

/**
 * Erases the message with this number in a trace's log: everywhere that log is shared, in earlier attempts of the same turn, and in the title
 * of the conversation. Returns the address of the erased entry. Erasing again has no effect. Errors: NOT_FOUND; INVALID_INPUT for an
 * entry that is not a message; NOT_ALLOWED for a message of someone else's run in someone else's conversation; CONFLICT while a run that uses
 * the message is in progress.
 */
export async function eraseMessage(
  { stores }: ErasurePorts,
  scope: Scope,
  { traceId, sequence, ofOthers }: ErasureRequest,
): Promise<EntryRef> {
  const reader = { traces: stores.traces, scope };
  const message = await readEntry(reader, await readTrace(reader, traceId), sequence);
  if (message.kind !== "message") throw notMessage(sequence);
  const owner = await readTrace(reader, message.traceId);
  const { conversationId } = owner;
  const conversation =
    conversationId === null ? undefined : await stores.conversations.get(scope, conversationId);
  const isOwn = [owner.personId, conversation?.personId].includes(scope.personId);
  if (!isOwn && !ofOthers) throw notOwn();
  // The message itself comes last: a request that is repeated after a failure finds the same copies.
  for (const attempt of await otherAttempts(stores.traces, scope, { owner, message }))
    await stores.traces.erase(scope, attempt.id, sequence);
  if (conversation !== undefined && isTitledBy(conversation, message))
    await stores.conversations.update(scope, conversation.id, { title: "" });
  await stores.traces.erase(scope, owner.id, sequence);
  return { traceId: owner.id, sequence };
}

/** Returns the other attempts of the turn that the message starts. A retry stores the message again. */
async function otherAttempts(
  traces: TraceStore,
  scope: Scope,
  { owner, message }: { readonly owner: Trace; readonly message: Message },
): Promise<readonly Trace[]> {
  const { conversationId, origin, task } = owner;
  const isFirst = message.role === "user" && message.sequence === (origin?.sequence ?? 0) + 1;
  if (conversationId === null || !isFirst) return [];
  const attempts: Trace[] = [];
  let cursor: string | null = null;
  do {
    const page = await traces.list(scope, { conversationId }, { cursor, limit: PAGE });
    const isAttempt = (trace: Trace): boolean =>
      trace.id !== owner.id &&
      trace.task === task &&
      trace.origin?.traceId === origin?.traceId &&
      trace.origin?.sequence === origin?.sequence;
    attempts.push(...page.items.filter(isAttempt));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return attempts;
}

/** Whether the title is the beginning of the message, which it may cut. */
function isTitledBy({ title }: Conversation, message: Message): boolean {
  const beginning = title.replace(/…$/u, "");
  if (message.role !== "user" || beginning === "") return false;
  return message.parts.some((part) => part.type === "text" && part.text.trim().startsWith(beginning));
}

function notMessage(sequence: number): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `Entry ${sequence} is not a message.`,
    fix: "Erase the message that the entry belongs to.",
  });
}

function notOwn(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "This message belongs to someone else’s run.",
    fix: "Ask the person who started the run, or an admin of the workspace, to erase it.",
  });
}
