import { learnFromThumb } from "@goaltrace/host";
import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const TRACE = z.object({ traceId: z.string().min(1).max(100) });
const TEXT = z.object({
  body: z.string().trim().min(1).max(5_000),
  /** Ids of members. */
  mentions: z.array(z.string().max(100)).max(50).optional(),
});
const TAGS = z.array(z.string().trim().min(1).max(40)).max(20).optional();

/** Aspects that a thumb on an entry may name. */
const RATING_TAGS = z.enum(["wrong", "incomplete", "verbose", "risky", "correct", "clear", "efficient"]);

/** Tags, ratings and comments of a trace. */
export const annotationsRouter = router({
  list: workspaceProcedure("viewer")
    .input(TRACE)
    .query(async ({ ctx, input }) => {
      const { annotations, traceList } = ctx.runtime.stores;
      const [{ tags, ratings, entryRatings, comments }, { persons }] = await Promise.all([
        annotations.of(ctx.scope, input.traceId),
        traceList.members(ctx.scope),
      ]);
      const own = ratings.find((rating) => rating.personId === ctx.person.id);
      return {
        tags,
        ratings,
        mine: own === undefined ? null : { score: own.score, reason: own.reason },
        entryRatings: entryRatings.map((rating) => ({ ...rating, own: rating.personId === ctx.person.id })),
        comments: comments.map((comment) => ({ ...comment, own: comment.personId === ctx.person.id })),
        members: persons.map(({ id, name }) => ({ personId: id, name })),
      };
    }),

  /** The caller's own ratings of the runs of a conversation. */
  mine: workspaceProcedure("viewer")
    .input(z.object({ conversationId: z.string().min(1).max(100) }))
    .query(
      async ({ ctx, input }) => await ctx.runtime.stores.annotations.mine(ctx.scope, input.conversationId),
    ),

  add: workspaceProcedure("member")
    .input(
      TRACE.extend(TEXT.shape).extend({
        sequence: z.number().int().min(1).max(2_147_483_647).optional(),
        goalId: z.string().max(100).optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const id = ctx.runtime.ids.next();
      const { redact } = await ctx.runtime.getRedactor(ctx.scope.workspaceId);
      await ctx.runtime.stores.annotations.comment(ctx.scope, {
        id,
        traceId: input.traceId,
        sequence: input.sequence ?? null,
        goalId: input.goalId ?? null,
        body: redact(input.body),
        mentions: input.mentions ?? [],
      });
      return { id };
    }),

  edit: workspaceProcedure("member")
    .input(ID.extend(TEXT.shape))
    .mutation(async ({ ctx, input: { id, body, mentions } }) => {
      const { redact } = await ctx.runtime.getRedactor(ctx.scope.workspaceId);
      const change = { body: redact(body), mentions: mentions ?? [] };
      await ctx.runtime.stores.annotations.edit(ctx.scope, id, change);
      return { id };
    }),

  remove: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.runtime.stores.annotations.setRemoved(ctx.scope, id, true);
      return { id };
    }),

  restore: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.runtime.stores.annotations.setRemoved(ctx.scope, id, false);
      return { id };
    }),

  /** Sets the caller's rating of a trace, or of the entry `sequence` of its log; null removes it. A reason becomes a candidate of an experience. */
  rate: workspaceProcedure("member")
    .input(
      TRACE.extend({
        score: z.union([z.literal(1), z.literal(-1), z.null()]),
        reason: z.string().trim().max(1_000).optional(),
        sequence: z.number().int().min(1).max(2_147_483_647).optional(),
        tags: z.array(RATING_TAGS).max(7).optional(),
      }),
    )
    .mutation(async ({ ctx, input: { traceId, score, reason, sequence, tags } }) => {
      const { stores, experiences, logger } = ctx.runtime;
      const { redact } = await ctx.runtime.getRedactor(ctx.scope.workspaceId);
      const text = redact(reason ?? "");
      const rating = score === null ? null : { score, reason: text, tags: tags ?? [] };
      if (sequence === undefined) await stores.annotations.rate(ctx.scope, traceId, rating);
      else await stores.annotations.rateEntry(ctx.scope, { traceId, sequence }, rating);
      // The thumb is stored; what it teaches is not worth an error.
      await learnFromThumb(experiences, ctx.scope, {
        traceId,
        sequence: sequence ?? null,
        score,
        text,
      }).catch((thrown: unknown) => {
        logger.warn("a thumb taught nothing", { traceId, error: String(thrown) });
      });
      return { traceId };
    }),

  tag: workspaceProcedure("member")
    .input(
      z.object({ traceIds: z.array(z.string().min(1).max(100)).min(1).max(500), add: TAGS, remove: TAGS }),
    )
    .mutation(async ({ ctx, input: { traceIds, add, remove } }) => {
      const { redact } = await ctx.runtime.getRedactor(ctx.scope.workspaceId);
      const change = { add: (add ?? []).map(redact), remove: remove ?? [] };
      return { changed: await ctx.runtime.stores.annotations.tag(ctx.scope, traceIds, change) };
    }),
});
