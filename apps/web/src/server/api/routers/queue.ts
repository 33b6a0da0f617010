import { editQueuedMessage, queueMessage, readConversation, startQueuedMessage } from "@goaltrace/host";
import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";
import { MESSAGE_TEXT } from "./message-text.ts";

const ID = z.string().min(1).max(100);

/** Messages that wait for the run of their conversation to complete. */
export const queueRouter = router({
  list: workspaceProcedure("viewer")
    .input(z.object({ conversationId: ID }))
    .query(async ({ ctx, input }) => {
      const { stores } = ctx.runtime;
      const [messages, { personId }] = await Promise.all([
        stores.queue.list(ctx.scope, input.conversationId),
        readConversation(stores, ctx.scope, input.conversationId),
      ]);
      const isOwner = personId === ctx.scope.personId;
      return messages.map((message) => {
        const isMine = message.person.id === ctx.scope.personId;
        return { ...message, isMine, mayRemove: isMine || isOwner };
      });
    }),

  /** Queues a message. The caller chooses its id, so that sending it again has no effect. */
  add: workspaceProcedure("member")
    .input(
      z.object({
        id: ID,
        conversationId: ID,
        text: MESSAGE_TEXT,
        model: z.string().min(1).max(200).nullable(),
        agent: z.string().min(1).max(40).nullable().default(null),
        folderId: ID.nullable(),
      }),
    )
    .mutation(async ({ ctx, input }) => queueMessage(ctx.runtime, ctx.scope, input)),

  edit: workspaceProcedure("member")
    .input(z.object({ id: ID, text: MESSAGE_TEXT }))
    .mutation(async ({ ctx, input }) => editQueuedMessage(ctx.runtime, ctx.scope, input)),

  remove: workspaceProcedure("member")
    .input(z.object({ id: ID }))
    .mutation(async ({ ctx, input }) => ctx.runtime.stores.queue.remove(ctx.scope, input.id)),

  /** Starts the turn of a message now. After a run that did not complete, the person decides. `started` is false while a run is active. */
  send: workspaceProcedure("member")
    .input(z.object({ id: ID }))
    .mutation(async ({ ctx, input }) => {
      const message = await ctx.runtime.stores.queue.claim(ctx.scope, input.id);
      return { started: message !== undefined && (await startQueuedMessage(ctx.runtime, message)) };
    }),
});
