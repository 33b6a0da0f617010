import { queueMessage, readConversation } from "@goaltrace/host";
import { ID } from "@goaltrace/host/api";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { QUEUED_MESSAGE } from "./schemas.ts";

const CONVERSATION_PATH = z.object({ id: ID.describe("Conversation id.") });

export const listQueuedMessages = endpoint({
  method: "get",
  address: "/api/conversations/{id}/queue",
  name: "listQueuedMessages",
  scope: "read",
  summary: "Lists the messages that wait for the run of a conversation to complete, in order.",
  path: CONVERSATION_PATH,
  response: z.object({ items: z.array(QUEUED_MESSAGE) }),
  status: 200,
  handle: async ({ runtime, scope }, { path }) => {
    await readConversation(runtime.stores, scope, path.id);
    return { items: await runtime.stores.queue.list(scope, path.id) };
  },
});

export const queueMessageByKey = endpoint({
  method: "post",
  address: "/api/conversations/{id}/queue",
  name: "queueMessage",
  scope: "run",
  summary:
    "Queues a message that becomes the next turn when the active run completes, or at once without an active run.",
  path: CONVERSATION_PATH,
  body: z.object({
    text: z
      .string()
      .max(200_000)
      .refine((text) => text.trim() !== "", "must not be empty")
      .describe("The message."),
    messageId: ID.optional().describe(
      "An id of your choice. Sending the same id again has no effect, so a failed request can be repeated. Defaults to a new one.",
    ),
    model: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Model as `provider/model`. Defaults to the conversation's when the message is sent."),
    agent: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe("Name of the agent. Defaults to the conversation's when the message is sent."),
    folderId: ID.optional().describe(
      "Project folder. Defaults to the conversation's when the message is sent.",
    ),
  }),
  response: z.object({ messageId: z.string() }),
  status: 201,
  handle: async ({ runtime, scope }, { path, body }) => {
    const { messageId = runtime.ids.next(), text, model = null, agent = null, folderId = null } = body;
    await queueMessage(runtime, scope, {
      ...{ id: messageId, conversationId: path.id, text, model, agent, folderId },
    });
    return { messageId };
  },
});

export const removeQueuedMessage = endpoint({
  method: "delete",
  address: "/api/conversations/{id}/queue/{messageId}",
  name: "removeQueuedMessage",
  scope: "run",
  summary: "Removes a queued message that has not been sent.",
  path: CONVERSATION_PATH.extend({ messageId: ID.describe("Message id.") }),
  response: z.object({ removed: z.literal(true) }),
  status: 200,
  handle: async ({ runtime, scope }, { path }) => {
    await runtime.stores.queue.remove(scope, path.messageId);
    return { removed: true };
  },
});
