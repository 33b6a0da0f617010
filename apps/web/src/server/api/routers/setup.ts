import { GoaltraceError } from "@goaltrace/core";
import { z } from "zod";
import { PASSWORD_LONGEST, PASSWORD_SHORTEST } from "../../auth/create-auth.ts";
import { modelCatalogue } from "../../models/catalogue.ts";
import { detectLocalServers } from "../../models/detect-servers.ts";
import { publicProcedure, router } from "../trpc.ts";

const NOTHING = { configured: false, source: null, label: null } as const;

export const setupRouter = router({
  /** What a first start still needs. To strangers it tells only whether there is an owner. */
  state: publicProcedure.query(async ({ ctx }) => {
    const { stores, modelVariables } = ctx.runtime;
    const needsOwner = await stores.accounts.none();
    const [first] = ctx.person === null ? [] : await stores.members.mine(ctx.person.id);
    if (first === undefined)
      return { needsOwner, signedIn: ctx.person !== null, model: NOTHING, detected: [] };
    const [catalogue, detected] = await Promise.all([
      modelCatalogue({ models: stores.models, variables: modelVariables }, first.id),
      detectLocalServers(),
    ]);
    const row = catalogue.items.find((one) => one.reference === catalogue.defaultReference);
    const model = row === undefined ? NOTHING : { configured: true, source: row.source, label: row.label };
    return { needsOwner, signedIn: true, model, detected };
  }),

  /** Makes the first account with its workspace, once. The page signs in with the same words right after. */
  createOwner: publicProcedure
    .input(
      z.object({
        name: z.string().trim().min(1).max(100),
        email: z.email().max(200),
        password: z.string().min(PASSWORD_SHORTEST).max(PASSWORD_LONGEST),
        workspaceName: z.string().trim().min(1).max(100),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { accounts } = ctx.runtime.stores;
      // Hashing is dear: nobody gets it for asking once there is an owner.
      if (!(await accounts.none())) throw ownerThere();
      const { password, ...rest } = input;
      const passwordHash = await ctx.runtime.auth.hashPassword(password);
      const made = await accounts.createFirstOwner({
        ...rest,
        email: rest.email.toLowerCase(),
        passwordHash,
      });
      if (made === undefined) throw ownerThere();
      return { workspace: made.slug };
    }),
});

function ownerThere(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "This server has an owner already.",
    fix: "Sign in, or ask the owner for an account.",
  });
}
