import { API_SCOPES, newToken } from "@goaltrace/db";
import type { ApiKey } from "@goaltrace/db";
import { GoaltraceError } from "@goaltrace/core";
import { z } from "zod";
import { roleIncludes } from "../../auth/roles.ts";
import { KEY_PREFIX, REQUIRED_ROLE } from "../../rest/scopes.ts";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const HINT_LENGTH = 4;

export const keysRouter = router({
  /** The keys of the workspace for admins and owners, the caller's own keys for everyone else. */
  list: workspaceProcedure("viewer").query(async ({ ctx }) => {
    const { stores } = ctx.runtime;
    const all = roleIncludes(ctx.membership.role, "admin");
    const keys = await stores.apiKeys.list(ctx.membership.id, all ? null : ctx.person.id);
    const members = await stores.members.list(ctx.membership.id);
    const memberName = (id: string): string | null =>
      members.find(({ personId }) => personId === id)?.name ?? null;
    return {
      items: keys.map((key) => ({
        ...key,
        ownerName: memberName(key.personId),
        mine: key.personId === ctx.person.id,
      })),
      scopes: API_SCOPES.filter((scope) => roleIncludes(ctx.membership.role, REQUIRED_ROLE[scope])),
    };
  }),

  /** Creates a key for the caller. The secret is returned only here. Errors: NOT_ALLOWED for a scope above the caller's role. */
  create: workspaceProcedure("viewer")
    .input(
      z.object({
        name: z.string().trim().min(1).max(100),
        scopes: z.array(z.enum(API_SCOPES)).min(1).max(API_SCOPES.length),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { runtime, membership, person } = ctx;
      const forbidden = input.scopes.find((scope) => !roleIncludes(membership.role, REQUIRED_ROLE[scope]));
      if (forbidden !== undefined) throw scopeTooHigh(forbidden);
      const secret = newToken(KEY_PREFIX);
      const key: ApiKey = {
        id: runtime.ids.next(),
        personId: person.id,
        name: input.name,
        hint: secret.slice(-HINT_LENGTH),
        scopes: [...new Set(input.scopes)],
        createdAt: runtime.clock.now(),
        lastUsedAt: null,
      };
      await runtime.stores.apiKeys.create(membership.id, key, secret);
      const detail = { scopes: key.scopes.join(" "), ending: key.hint };
      await recordAudit(ctx, { action: "key.created", target: key.name, detail });
      return { id: key.id, secret };
    }),

  revoke: workspaceProcedure("viewer")
    .input(z.object({ id: z.string().min(1).max(100) }))
    .mutation(async ({ ctx, input }) => {
      const { apiKeys } = ctx.runtime.stores;
      const all = roleIncludes(ctx.membership.role, "admin");
      const key = await apiKeys.revoke(ctx.membership.id, input.id, all ? null : ctx.person.id);
      await recordAudit(ctx, { action: "key.revoked", target: key.name, detail: { ending: key.hint } });
      return { revoked: true };
    }),
});

function scopeTooHigh(scope: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `Your role does not allow keys with the ${scope} scope.`,
    fix: "Choose other scopes, or ask an owner to change your role.",
  });
}
