import { isTerminal } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";
import { readConversation } from "../read-conversation.ts";
import { type QueuePorts, startQueuedMessage } from "./start-queued-message.ts";

/** A message to queue. `id` identifies it: queuing the same id again has no effect. */
export type MessageToQueue = {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  /** Null: those of the conversation when the message is sent. */
  readonly model: string | null;
  readonly agent: string | null;
  readonly folderId: string | null;
};

/**
 * Queues a message for the next turn of a conversation; it starts when the active run completes, and at once when there is no active run. Errors:
 * NOT_FOUND for the conversation; CONFLICT when its queue is full.
 */
export async function queueMessage(
  ports: QueuePorts,
  scope: Scope,
  { id, text, ...message }: MessageToQueue,
): Promise<void> {
  await readConversation(ports.stores, scope, message.conversationId);
  const { redact } = await ports.getRedactor(scope.workspaceId);
  const { queue, traces } = ports.stores;
  await queue.add(scope, { ...message, id, text: redact(text), traceId: ports.ids.next() });
  const head = await traces.head(scope, message.conversationId);
  if (head !== undefined && !isTerminal(head.status)) return;
  const [first] = await queue.list(scope, message.conversationId);
  if (first?.id !== id) return;
  // Undefined when a worker was faster.
  const claimed = await queue.claim(scope, id);
  if (claimed !== undefined) await startQueuedMessage(ports, claimed);
}

/** Changes the text of a message that the caller queued. Errors: as `MessageQueueStore.edit`. */
export async function editQueuedMessage(
  runtime: Pick<Runtime, "stores" | "getRedactor">,
  scope: Scope,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<void> {
  const { redact } = await runtime.getRedactor(scope.workspaceId);
  await runtime.stores.queue.edit(scope, id, redact(text));
}
