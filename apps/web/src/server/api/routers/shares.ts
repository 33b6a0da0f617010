import { readTrace } from "@goaltrace/core/reading";
import { z } from "zod";
import { roleIncludes } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import { newShareToken } from "../../sharing/share-token.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const TRACE = z.object({ traceId: z.string().min(1).max(100) });
const DAY_MS = 86_400_000;

/** Public links to a trace. They expire, and include contents only when chosen. `/share/:token` shows the page. */
export const sharesRouter = router({
  list: workspaceProcedure("member")
    .input(TRACE)
    .query(async ({ ctx, input }) => {
      const { shares, traces, traceList } = ctx.runtime.stores;
      await readTrace({ traces, scope: ctx.scope }, input.traceId);
      const [links, { persons }] = await Promise.all([
        shares.list(ctx.scope, input.traceId),
        traceList.members(ctx.scope),
      ]);
      const isAdmin = roleIncludes(ctx.membership.role, "admin");
      return links.map(({ personId, ...link }) => ({
        ...link,
        canRevoke: isAdmin || personId === ctx.person.id,
        personName: persons.find((person) => person.id === personId)?.name ?? "",
      }));
    }),

  /** Creates a link. The token is returned only here; the server stores its hash. */
  create: workspaceProcedure("member")
    .input(
      TRACE.extend({
        days: z.union([z.literal(1), z.literal(7), z.literal(30), z.literal(90)]),
        includeContent: z.boolean(),
      }),
    )
    .mutation(async ({ ctx, input: { traceId, days, includeContent } }) => {
      const { stores, ids, clock } = ctx.runtime;
      await readTrace({ traces: stores.traces, scope: ctx.scope }, traceId);
      const { token, tokenHash } = newShareToken();
      const link = { id: ids.next(), traceId, includeContent, expiresAt: clock.now() + days * DAY_MS };
      await stores.shares.create(ctx.scope, { ...link, tokenHash });
      const detail = { days: String(days), content: includeContent ? "included" : "left out" };
      await recordAudit(ctx, { action: "share.created", target: traceId, detail });
      return { id: link.id, token, path: `/share/${token}`, expiresAt: link.expiresAt };
    }),

  /** Ends a link. Errors: NOT_FOUND, also for the link of another person unless the caller is an admin or owner. */
  revoke: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      const onlyOwn = !roleIncludes(ctx.membership.role, "admin");
      const { shares } = ctx.runtime.stores;
      const { traceId, revokedAt } = await shares.revoke(ctx.scope, input.id, { onlyOwn });
      if (revokedAt === null) await recordAudit(ctx, { action: "share.ended", target: traceId });
      return { id: input.id };
    }),
});
