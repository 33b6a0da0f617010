import { isQuotaName, modelCatalog } from "@goaltrace/host";
import { z } from "zod";
import { roleIncludes } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

/** Limits of the workspace, and how much of them it and the person use. */
export const quotasRouter = router({
  /** Names are written with an underscore, because a message key contains no dot. */
  list: workspaceProcedure("viewer").query(async ({ ctx }) => ({
    items: (await ctx.runtime.quotas.usage(ctx.scope)).map((quota) => ({
      ...quota,
      name: quota.name.replace(".", "_"),
    })),
    endpoints: (
      await modelCatalog(
        { models: ctx.runtime.stores.models, environment: ctx.runtime.environmentModels },
        ctx.scope.workspaceId,
      )
    ).items.flatMap(({ reference, maxCalls }) => (maxCalls === null ? [] : [{ reference, limit: maxCalls }])),
    editable: roleIncludes(ctx.membership.role, "admin"),
  })),

  /** Replaces the limits that the workspace has set for itself. Errors: INVALID_INPUT above the operator's. */
  save: workspaceProcedure("admin")
    .input(z.object({ limits: z.record(z.string().refine(isQuotaName, "is not a quota"), z.number()) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.quotas.saveLimits(ctx.scope.workspaceId, input.limits);
      const limits = Object.entries(input.limits).map(([name, limit]) => `${name}=${limit}`);
      await recordAudit(ctx, { action: "quotas.changed", target: limits.join(", "), detail: {} });
    }),
});
