import { personProcedure, router } from "../trpc.ts";

export const workspacesRouter = router({
  mine: personProcedure.query(async ({ ctx }) => {
    const memberships = await ctx.runtime.stores.members.ofPerson(ctx.person.id);
    return memberships.map(({ slug, name, role }) => ({ slug, name, role }));
  }),
});
