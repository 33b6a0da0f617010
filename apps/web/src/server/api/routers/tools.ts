import { describeTool, listServerTools, listTools, readToolTrial, startToolTrial } from "@goaltrace/host";
import { z } from "zod";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const NAME = z.string().min(1).max(100);
const ID = z.string().min(1).max(100);
const MAX_ARGUMENTS_LENGTH = 200_000;
const USE_DAYS = 30;
const DAY_MS = 86_400_000;

/** The tools of runs: everyone reads them, admins try them. */
export const toolsRouter = router({
  /** All tools but those of MCP servers, with how often runs called them in 30 days. */
  list: workspaceProcedure("viewer").query(async ({ ctx: { runtime, scope, membership } }) => {
    const since = runtime.clock.now() - USE_DAYS * DAY_MS;
    const [tools, uses] = await Promise.all([
      listTools(runtime, scope),
      runtime.stores.toolUses.uses(scope, since),
    ]);
    const usesOf = new Map(uses.map((use) => [use.name, use]));
    return {
      items: tools.map((tool) => ({ ...tool, use: usesOf.get(tool.name) ?? null })),
      canTry: membership.role === "owner" || membership.role === "admin",
    };
  }),

  /** The tools of MCP servers that runs of an agent in a project folder have, by server. */
  ofServers: workspaceProcedure("viewer")
    .input(z.object({ agent: z.string().min(1).max(40), folderId: ID.nullable() }))
    .query(async ({ ctx, input }) => ({ items: await listServerTools(ctx.runtime, ctx.scope, input) })),

  get: workspaceProcedure("viewer")
    .input(z.object({ name: NAME }))
    .query(async ({ ctx, input }) => describeTool(ctx.runtime, ctx.scope, input.name)),

  /** Starts a run that makes one call, which the rules of the workspace decide about. */
  try: workspaceProcedure("admin")
    .input(
      z.object({
        name: NAME,
        /** The text of a JSON object. */
        arguments: z.string().max(MAX_ARGUMENTS_LENGTH),
        folderId: ID.nullable(),
      }),
    )
    .mutation(async ({ ctx, input: { name, arguments: argumentsText, folderId } }) => {
      await ctx.runtime.quotas.admitRun({ scope: ctx.scope, keyId: null });
      const trace = await startToolTrial(ctx.runtime, ctx.scope, {
        ...{ tool: name, arguments: argumentsText },
        folder: folderId === null ? null : { id: folderId },
      });
      await recordAudit(ctx, { action: "tool.tried", target: name });
      return { traceId: trace.id };
    }),

  /** A trial, while it runs and after its end. */
  trial: workspaceProcedure("viewer")
    .input(z.object({ traceId: ID }))
    .query(async ({ ctx, input }) => readToolTrial(ctx.runtime, ctx.scope, input.traceId)),
});
