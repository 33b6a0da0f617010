import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";

const LIST_PAGE = 50;

export const auditRouter = router({
  list: workspaceProcedure("admin")
    .input(z.object({ cursor: z.string().max(500).nullish() }))
    .query(async ({ ctx, input }) =>
      ctx.runtime.stores.audit.list(ctx.membership.id, { cursor: input.cursor ?? null, limit: LIST_PAGE }),
    ),
});
