import { GoaltraceError } from "@goaltrace/core";
import { readTrace } from "@goaltrace/core/reading";
import { queueMessage } from "@goaltrace/host";
import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import { toPrintable } from "../print-update.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace queue <trace>`: lists, adds and removes messages that wait for the run of a conversation to complete. */
export const queueCommand = defineCommand({
  meta: {
    name: "queue",
    description: "List the messages queued in the conversation of a run, add one or remove one",
  },
  args: {
    trace: { type: "positional", description: "Trace id of any run of the conversation", required: true },
    text: { type: "string", description: "The message to queue" },
    remove: { type: "string", description: "The id of the queued message to remove" },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
    json: { type: "boolean", description: "Print one JSON line per queued message" },
  },
  run: async ({ args }) =>
    await withRuntime(async (runtime) => {
      const scope = await localScope(runtime, args.workspace);
      const { queue, traces } = runtime.stores;
      const { conversationId } = await readTrace({ traces, scope }, args.trace);
      if (conversationId === null) throw notInConversation();
      if (args.remove !== undefined) await queue.remove(scope, args.remove);
      if (args.text !== undefined) {
        const message = { id: runtime.ids.next(), conversationId, text: args.text };
        await queueMessage(runtime, scope, { ...message, model: null, agent: null, folderId: null });
      }
      const messages = await queue.list(scope, conversationId);
      for (const message of messages)
        standardOutput.print(
          args.json === true
            ? JSON.stringify(message)
            : toPrintable(`${message.id} ${message.state}  ${message.text}`),
        );
      if (messages.length === 0 && args.json !== true) standardOutput.print("Nothing is queued.");
    }),
});

function notInConversation(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "This run does not belong to a conversation, so no message can follow it.",
    fix: "Start a new run with the message.",
  });
}
