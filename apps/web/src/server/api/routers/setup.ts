import { GoaltraceError } from "@goaltrace/core";
import { detectLocalServers } from "@goaltrace/core/openai";
import { createFirstOwner, modelCatalog } from "@goaltrace/host";
import { z } from "zod";
import { PASSWORD_LONGEST, PASSWORD_SHORTEST } from "../../auth/create-auth.ts";
import { publicProcedure, router } from "../trpc.ts";

const NOTHING = { configured: false, source: null, label: null } as const;

export const setupRouter = router({
  /** What a first start still needs. To strangers it tells only whether there is an owner. */
  state: publicProcedure.query(async ({ ctx }) => {
    const { stores, environmentModels } = ctx.runtime;
    const needsOwner = await stores.accounts.isEmpty();
    const [first] = ctx.person === null ? [] : await stores.members.ofPerson(ctx.person.id);
    if (first === undefined)
      return { needsOwner, signedIn: ctx.person !== null, model: NOTHING, detected: [] };
    const [catalog, detected] = await Promise.all([
      modelCatalog({ models: stores.models, environment: environmentModels }, first.id),
      detectLocalServers(),
    ]);
    const row = catalog.items.find((one) => one.reference === catalog.defaultReference);
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
      const { stores, ids, auth } = ctx.runtime;
      const { accounts } = stores;
      // Hashing is expensive: strangers can't cause it once there is an owner.
      if (!(await accounts.isEmpty())) throw ownerExists();
      const { password, ...rest } = input;
      const passwordHash = await auth.hashPassword(password);
      const email = rest.email.toLowerCase();
      const owned = await createFirstOwner({ accounts, ids }, { ...rest, email, passwordHash });
      if (owned === undefined) throw ownerExists();
      return { workspace: owned.slug };
    }),
});

function ownerExists(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "This server has an owner already.",
    fix: "Sign in, or ask the owner for an account.",
  });
}
