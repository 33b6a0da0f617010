import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";

const MOMENT = z.number().min(0).max(253_402_300_799_000);

/** Cost, token usage and outcomes of runs. */
export const usageRouter = router({
  get: workspaceProcedure("viewer")
    .input(
      z.object({
        from: MOMENT,
        to: MOMENT,
        timeZone: z.string().max(60).refine(isTimeZone, "must be an IANA time zone"),
        by: z.enum(["agent", "model", "person", "tag"]),
      }),
    )
    .query(async ({ ctx, input: { from, to, timeZone, by } }) =>
      ctx.runtime.stores.usage.usage(ctx.scope, { from, to, timeZone, by }),
    ),
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
