import { GoaltraceError } from "@goaltrace/core";
import { z } from "zod";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../../auth/create-auth.ts";
import { requestLocale, requestTheme } from "../../http/preference-cookies.ts";
import { personProcedure, router } from "../trpc.ts";

const NAME = z.string().trim().min(1).max(100);

export const accountRouter = router({
  get: personProcedure.query(({ ctx }) => ({
    name: ctx.person.name,
    email: ctx.person.email,
    locale: requestLocale(ctx.headers),
    theme: requestTheme(ctx.headers),
  })),

  update: personProcedure.input(z.object({ name: NAME.optional() })).mutation(async ({ ctx, input }) => {
    if (input.name !== undefined) await ctx.runtime.stores.accounts.rename(ctx.person.id, input.name);
    return { name: input.name ?? ctx.person.name };
  }),

  changePassword: personProcedure
    .input(
      z.object({
        current: z.string().max(MAX_PASSWORD_LENGTH),
        next: z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      if (await ctx.runtime.auth.changePassword(ctx.headers, { personId: ctx.person.id, ...input }))
        return { changed: true };
      throw new GoaltraceError({
        code: "INVALID_INPUT",
        message: "The current password is wrong. Your password was not changed.",
        fix: "Enter the password you sign in with.",
      });
    }),
});
