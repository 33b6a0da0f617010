import { SECRET_NAME_MAX } from "@goaltrace/core/secrets";
import { addSecret, rotateSecret, secretTools } from "@goaltrace/host";
import { z } from "zod";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const USES_PAGE = 50;
const name = z.string().min(1).max(SECRET_NAME_MAX);
/** The host checks its length, and reports the limit. */
const value = z.string().max(100_000);
const description = z.string().trim().max(300);
const grant = z.object({
  tools: z.array(z.string().max(100)).max(50),
  domains: z.array(z.string().trim().min(1).max(300)).max(50),
});

/** The secrets of a workspace. No procedure returns a value. */
export const secretsRouter = router({
  list: workspaceProcedure("admin").query(async ({ ctx }) => {
    const { stores, tools } = ctx.runtime;
    const [secrets, usage, members] = await Promise.all([
      stores.secrets.list(ctx.scope),
      stores.secrets.usage(ctx.scope),
      stores.members.list(ctx.membership.id),
    ]);
    return {
      items: secrets.map((secret) => {
        const used = usage.find((item) => item.name === secret.name);
        return {
          ...{ name: secret.name, description: secret.description, version: secret.version },
          ...{ tools: secret.tools, domains: secret.domains, rotatedAt: secret.rotatedAt },
          personName: members.find(({ personId }) => personId === secret.personId)?.name ?? null,
          uses: used?.count ?? 0,
          lastUsedAt: used?.lastAt ?? null,
        };
      }),
      tools: secretTools(tools),
    };
  }),

  /** The calls that got a secret, newest first. */
  uses: workspaceProcedure("admin")
    .input(z.object({ name, cursor: z.string().max(500).nullish() }))
    .query(
      async ({ ctx, input }) =>
        await ctx.runtime.stores.secrets.uses(ctx.scope, input.name, {
          cursor: input.cursor ?? null,
          limit: USES_PAGE,
        }),
    ),

  /** Errors: INVALID_INPUT; CONFLICT for a name that exists. */
  add: workspaceProcedure("admin")
    .input(grant.extend({ name, value, description: description.default("") }))
    .mutation(async ({ ctx, input }) => {
      await addSecret({ ...ctx.runtime, secrets: ctx.runtime.stores.secrets }, ctx.scope, input);
      await recordAudit(ctx, { action: "secret.added", target: input.name, detail: toDetail(input) });
      return { name: input.name };
    }),

  /** Replaces the value; with `grant` also the tools and domains. Errors: INVALID_INPUT, NOT_FOUND, CONFLICT. */
  rotate: workspaceProcedure("admin")
    .input(z.object({ name, value, description: description.optional(), grant: grant.optional() }))
    .mutation(async ({ ctx, input }) => {
      const ports = { ...ctx.runtime, secrets: ctx.runtime.stores.secrets };
      const { version } = await rotateSecret(ports, ctx.scope, input);
      const detail = {
        version: String(version),
        ...(input.grant === undefined ? {} : toDetail(input.grant)),
      };
      await recordAudit(ctx, { action: "secret.rotated", target: input.name, detail });
      return { version };
    }),

  /** Errors: NOT_FOUND. */
  remove: workspaceProcedure("admin")
    .input(z.object({ name }))
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.stores.secrets.remove(ctx.scope, input.name);
      await recordAudit(ctx, { action: "secret.removed", target: input.name });
      return { removed: true };
    }),
});

function toDetail({ tools, domains }: z.output<typeof grant>): Readonly<Record<string, string>> {
  return { tools: tools.join(" "), domains: domains.join(" ") };
}
