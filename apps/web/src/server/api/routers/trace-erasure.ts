import { formatEntryRef } from "@goaltrace/core/log";
import { eraseMessage } from "@goaltrace/host";
import { z } from "zod";
import { mayDeleteOthers } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

/** Erases content of traces permanently. */
export const traceErasureRouter = router({
  /** Erases the message with this number in the trace's log. Its place in the log stays, marked as erased. */
  eraseMessage: workspaceProcedure("member")
    .input(z.object({ id: z.string().min(1).max(100), sequence: z.number().int().min(1).max(2_147_483_647) }))
    .mutation(async ({ ctx, input }) => {
      const erased = await eraseMessage(ctx.runtime, ctx.scope, {
        traceId: input.id,
        sequence: input.sequence,
        ofOthers: mayDeleteOthers(ctx.membership.role),
      });
      await recordAudit(ctx, { action: "message.erased", target: formatEntryRef(erased) });
      return erased;
    }),
});
