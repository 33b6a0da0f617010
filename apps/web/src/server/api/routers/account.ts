import { GoaltraceError } from "@goaltrace/core";
import { z } from "zod";
import { PASSWORD_LONGEST, PASSWORD_SHORTEST } from "../../auth/create-auth.ts";
import { localeOf, themeOf } from "../../http/preference-cookies.ts";
import { personProcedure, router } from "../trpc.ts";

const NAME = z.string().trim().min(1).max(100);

export const accountRouter = router({
  get: personProcedure.query(({ ctx }) => ({
    name: ctx.person.name,
    email: ctx.person.email,
    locale: localeOf(ctx.headers),
    theme: themeOf(ctx.headers),
  })),

  update: personProcedure.input(z.object({ name: NAME.optional() })).mutation(async ({ ctx, input }) => {
    if (input.name !== undefined) await ctx.runtime.stores.accounts.rename(ctx.person.id, input.name);
    return { name: input.name ?? ctx.person.name };
  }),

  changePassword: personProcedure
    .input(
      z.object({
        current: z.string().max(PASSWORD_LONGEST),
        next: z.string().min(PASSWORD_SHORTEST).max(PASSWORD_LONGEST),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      if (await ctx.runtime.auth.changePassword(ctx.headers, input)) return { changed: true };
      throw new GoaltraceError({
        code: "INVALID_INPUT",
        message: "The current password is not right. Nothing was changed.",
        fix: "Enter the password you sign in with.",
      });
    }),
});
