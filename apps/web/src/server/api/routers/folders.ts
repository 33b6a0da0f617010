import { z } from "zod";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

/** A stored name, which people may change. */
const SAMPLE_NAME = "Sample project";

export const foldersRouter = router({
  list: workspaceProcedure("viewer").query(async ({ ctx }) => ctx.runtime.stores.folders.list(ctx.scope)),

  add: workspaceProcedure("admin")
    .input(z.object({ name: z.string().trim().min(1).max(100), path: z.string().trim().min(1).max(1_000) }))
    .mutation(async ({ ctx, input }) => {
      const folder = {
        id: ctx.runtime.ids.next(),
        name: input.name,
        path: await ctx.runtime.folderCheck.registrable(ctx.scope, input.path),
      };
      const added = await ctx.runtime.stores.folders.add(ctx.scope, folder);
      await recordAudit(ctx, { action: "folder.added", target: added.name, detail: { path: added.path } });
      return added;
    }),

  /** Adds the sample project, or returns it when the workspace has it. Errors: INVALID_INPUT. */
  addSample: workspaceProcedure("admin").mutation(async ({ ctx, input }) => {
    const { folders } = ctx.runtime.stores;
    const path = await ctx.runtime.sampleProject(ctx.scope, input.workspace);
    const known = (await folders.list(ctx.scope)).find((folder) => folder.path === path);
    if (known !== undefined) return known;
    const added = await folders.add(ctx.scope, { id: ctx.runtime.ids.next(), name: SAMPLE_NAME, path });
    await recordAudit(ctx, { action: "folder.added", target: added.name, detail: { path: added.path } });
    return added;
  }),

  remove: workspaceProcedure("admin")
    .input(z.object({ id: z.string().min(1) }))
    .mutation(async ({ ctx, input }) => {
      const { folders } = ctx.runtime.stores;
      const folder = (await folders.list(ctx.scope)).find(({ id }) => id === input.id);
      await folders.remove(ctx.scope, input.id);
      await recordAudit(ctx, { action: "folder.removed", target: folder?.name ?? input.id });
      return { removed: true };
    }),
});
