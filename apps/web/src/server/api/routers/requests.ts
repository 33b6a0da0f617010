import {
  alwaysChoices,
  approveAlways,
  auditedRule,
  decideRequest,
  readRequest,
  toRequestView,
} from "@goaltrace/host";
import { z } from "zod";
import { releaseAfter } from "../../live/release-after.ts";
import { watchRequests } from "../../live/watch-requests.ts";
import { roleIncludes } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import { countWatcher } from "../../metrics/counters.ts";
import { router, toTrpcError, workspaceProcedure } from "../trpc.ts";

const PAGE = 30;
/** In characters. */
const MAX_REASON_LENGTH = 2_000;
const MAX_ARGUMENTS_LENGTH = 1_000_000;
const MAX_ANSWER_LENGTH = 20_000;

const REQUEST = z.object({ traceId: z.string().min(1).max(100), id: z.string().min(1).max(100) });

/** The requests of runs to people: approvals, questions and unknown effects. */
export const requestsRouter = router({
  /** `waiting`: open ones of the caller's runs, oldest first; `others`: of other people's runs; `decided`: newest first. */
  list: workspaceProcedure("viewer")
    .input(z.object({ tab: z.enum(["waiting", "others", "decided"]), cursor: z.string().max(500).nullish() }))
    .query(async ({ ctx, input }) => {
      const { requests } = ctx.runtime.stores;
      const page = await requests.list(ctx.scope, input.tab, { cursor: input.cursor ?? null, limit: PAGE });
      return { items: page.items.map(toRequestView).map(withoutLongTexts), nextCursor: page.nextCursor };
    }),

  count: workspaceProcedure("viewer").query(async ({ ctx }) => ctx.runtime.stores.requests.count(ctx.scope)),

  /** The open requests of one run, oldest first, for its conversation and its trace. */
  ofTrace: workspaceProcedure("viewer")
    .input(REQUEST.pick({ traceId: true }))
    .query(async ({ ctx, input }) => {
      const items = await ctx.runtime.stores.requests.ofTrace(ctx.scope, input.traceId);
      return items.map(toRequestView);
    }),

  get: workspaceProcedure("viewer")
    .input(REQUEST)
    .query(async ({ ctx, input }) => readRequest(ctx.runtime, ctx.scope, input)),

  /** Lets a call run, with its own arguments or with `arguments` (the text of a JSON object). */
  approve: workspaceProcedure("member")
    .input(REQUEST.extend({ arguments: z.string().max(MAX_ARGUMENTS_LENGTH).optional() }))
    .mutation(async ({ ctx, input: { traceId, id, arguments: edited } }) => {
      const decision = { kind: "approve", arguments: edited } as const;
      await decideRequest(ctx.runtime, ctx.scope, { traceId, id, decision });
    }),

  /** The rules that the caller may write with the approval, so that calls like this one no longer ask. */
  always: workspaceProcedure("member")
    .input(REQUEST)
    .query(async ({ ctx, input }) =>
      alwaysChoices(ctx.runtime, ctx.scope, {
        ...input,
        isAdmin: roleIncludes(ctx.membership.role, "admin"),
      }),
    ),

  /** Writes one of those rules and approves the call. */
  approveAlways: workspaceProcedure("member")
    .input(REQUEST.extend({ layer: z.enum(["conversation", "workspace"]), rule: z.string().max(500) }))
    .mutation(async ({ ctx, input: { layer, rule, ...request } }) => {
      const isAdmin = roleIncludes(ctx.membership.role, "admin");
      const written = await approveAlways(ctx.runtime, ctx.scope, {
        ...request,
        isAdmin,
        choice: { layer, rule },
      });
      const target = auditedRule({ layer, effect: "allow", text: rule });
      await recordAudit(ctx, { action: "permissions.rule_added", target });
      return written;
    }),

  deny: workspaceProcedure("member")
    .input(REQUEST.extend({ reason: z.string().trim().max(MAX_REASON_LENGTH) }))
    .mutation(async ({ ctx, input: { traceId, id, reason } }) => {
      const decision = { kind: "deny", reason: reason === "" ? null : reason } as const;
      await decideRequest(ctx.runtime, ctx.scope, { traceId, id, decision });
    }),

  answer: workspaceProcedure("member")
    .input(REQUEST.extend({ text: z.string().trim().min(1).max(MAX_ANSWER_LENGTH) }))
    .mutation(async ({ ctx, input: { traceId, id, text } }) =>
      decideRequest(ctx.runtime, ctx.scope, { traceId, id, decision: { kind: "answer", text } }),
    ),

  /** Reports what became of a call whose process died while it ran. */
  resolve: workspaceProcedure("member")
    .input(REQUEST.extend({ resolution: z.enum(["happened", "run_again", "left"]) }))
    .mutation(async ({ ctx, input: { traceId, id, resolution } }) =>
      decideRequest(ctx.runtime, ctx.scope, { traceId, id, decision: { kind: "resolve", resolution } }),
    ),

  /** The numbers of open requests, now and whenever a request opens or closes. */
  watch: workspaceProcedure("viewer").subscription(async function* ({ ctx, signal }) {
    const { requests, live } = ctx.runtime.stores;
    const stream = ctx.runtime.streams.pass(
      { ...ctx.pass, traceId: null },
      signal ?? new AbortController().signal,
      (watching) => watchRequests({ requests, live, scope: ctx.scope, signal: watching }),
    );
    try {
      const release = await ctx.runtime.quotas.take("streams", { scope: ctx.scope, keyId: null });
      yield* countWatcher(releaseAfter(stream, release));
    } catch (thrown) {
      throw toTrpcError(thrown, { context: ctx, path: "requests.watch" });
    }
  }),
});

/** In characters. Rows show one line; `get` returns the rest. */
const LISTED_TEXT = 500;

function withoutLongTexts(view: ReturnType<typeof toRequestView>): ReturnType<typeof toRequestView> {
  const { approval, question, effect } = view;
  return {
    ...view,
    approval: approval === null ? null : { ...approval, arguments: approval.arguments.slice(0, LISTED_TEXT) },
    effect: effect === null ? null : { ...effect, arguments: effect.arguments.slice(0, LISTED_TEXT) },
    question: question === null ? null : { ...question, text: question.text.slice(0, LISTED_TEXT) },
  };
}
