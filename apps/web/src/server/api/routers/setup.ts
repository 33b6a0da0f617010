import { GoaltraceError } from "@goaltrace/core";
import { detectLocalServers } from "@goaltrace/core/openai";
import { createFirstOwner, modelCatalog } from "@goaltrace/host";
import { z } from "zod";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../../auth/create-auth.ts";
import { assertOwnHost } from "../../http/same-origin.ts";
import { publicProcedure, router } from "../trpc.ts";

const NO_MODEL = { configured: false, source: null, label: null } as const;

export const setupRouter = router({
  /** The remaining steps of the first start, and the caller's own address. Anonymous callers learn only whether an owner exists. */
  state: publicProcedure.query(async ({ ctx }) => {
    const { stores, environmentModels } = ctx.runtime;
    const needsOwner = await stores.accounts.isEmpty();
    if (needsOwner) assertOwnHost(ctx.headers, ctx.runtime.publicUrl);
    const [first] = ctx.person === null ? [] : await stores.members.ofPerson(ctx.person.id);
    if (first === undefined)
      return { needsOwner, signedIn: ctx.person !== null, email: null, model: NO_MODEL, detected: [] };
    const [catalog, detected] = await Promise.all([
      modelCatalog({ models: stores.models, environment: environmentModels }, first.id),
      detectLocalServers(),
    ]);
    const row = catalog.items.find(({ reference }) => reference === catalog.defaultReference);
    const model = row === undefined ? NO_MODEL : { configured: true, source: row.source, label: row.label };
    return { needsOwner, signedIn: true, email: ctx.person?.email ?? null, model, detected };
  }),

  /** Creates the first account and its workspace, once. The page then signs in with the same credentials. */
  createOwner: publicProcedure
    .input(
      z.object({
        name: z.string().trim().min(1).max(100),
        email: z.email().max(200),
        password: z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH),
        workspaceName: z.string().trim().min(1).max(100),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { stores, ids, auth, newWorkspaceMode } = ctx.runtime;
      const { accounts } = stores;
      // Hashing is expensive, so anonymous callers cannot trigger it once an owner exists.
      if (!(await accounts.isEmpty())) throw ownerExists();
      assertOwnHost(ctx.headers, ctx.runtime.publicUrl);
      const { password, ...rest } = input;
      const passwordHash = await auth.hashPassword(password);
      const email = rest.email.toLowerCase();
      const owned = await createFirstOwner(
        { accounts, ids, newWorkspaceMode },
        { ...rest, email, passwordHash },
      );
      if (owned === undefined) throw ownerExists();
      return { workspace: owned.slug };
    }),
});

function ownerExists(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "This server already has an owner.",
    fix: "Sign in, or ask the owner for an account.",
  });
}
