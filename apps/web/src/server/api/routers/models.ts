import { GoaltraceError } from "@goaltrace/core";
import { detectLocalServers } from "@goaltrace/core/openai";
import { SCRIPTED_REFERENCE } from "@goaltrace/core/scripted";
import { findConfiguration, MODEL_INPUT, modelCatalog, saveModel, testModel } from "@goaltrace/host";
import type { ModelCatalog, ModelTest } from "@goaltrace/host";
import { z } from "zod";
import { recordAudit } from "../../record-audit.ts";
import type { Runtime } from "../../runtime.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const REFERENCE = z.string().min(1).max(200);

export const modelsRouter = router({
  list: workspaceProcedure("viewer").query(async ({ ctx }) =>
    workspaceCatalog(ctx.runtime, ctx.membership.id),
  ),

  save: workspaceProcedure("admin")
    .input(MODEL_INPUT)
    .mutation(async ({ ctx, input }) => {
      const { stores, vault, ids } = ctx.runtime;
      const { workspace: _slug, ...model } = input;
      const saved = await saveModel({ ...stores, vault, ids }, ctx.membership.id, model);
      const { id, reference, keyHint } = saved.setting;
      const detail = { key: input.key === undefined ? "unchanged" : "entered" };
      await recordAudit(ctx, { action: "model.saved", target: reference, detail });
      return { id, reference, keyHint, keyDropped: saved.keyDropped };
    }),

  remove: workspaceProcedure("admin")
    .input(z.object({ id: z.string().min(1) }))
    .mutation(async ({ ctx, input }) => {
      const { models } = ctx.runtime.stores;
      const workspace = { workspaceId: ctx.membership.id };
      const model = (await models.list(workspace)).find(({ id }) => id === input.id);
      await models.remove(workspace, input.id);
      if (model !== undefined)
        await ctx.runtime.stores.learnedWindows.forget(ctx.membership.id, model.reference);
      await recordAudit(ctx, { action: "model.removed", target: model?.reference ?? input.id });
      return { removed: true };
    }),

  setDefault: workspaceProcedure("admin")
    .input(z.object({ reference: REFERENCE }))
    .mutation(async ({ ctx, input }) => {
      const { items } = await workspaceCatalog(ctx.runtime, ctx.membership.id);
      if (!items.some((row) => row.reference === input.reference)) throw unknownModel(input.reference);
      await ctx.runtime.stores.models.setDefault({ workspaceId: ctx.membership.id }, input.reference);
      await recordAudit(ctx, { action: "model.default_changed", target: input.reference });
      return { reference: input.reference };
    }),

  /** Discards the context window learned from a rejected request: the next run sends as much as configured, and learns it again if need be. */
  forgetWindow: workspaceProcedure("admin")
    .input(z.object({ reference: REFERENCE }))
    .mutation(async ({ ctx, input }) => {
      const forgotten = await ctx.runtime.stores.learnedWindows.forget(ctx.membership.id, input.reference);
      if (forgotten) await recordAudit(ctx, { action: "model.window_forgotten", target: input.reference });
      return { forgotten };
    }),

  test: workspaceProcedure("admin")
    .input(z.object({ reference: REFERENCE }))
    .mutation(async ({ ctx, input }): Promise<ModelTest> => {
      if (input.reference === SCRIPTED_REFERENCE) return { ok: true, latencyMs: 0 };
      const models = await ctx.runtime.configuredModels(ctx.membership.id);
      const configuration = findConfiguration(models, input.reference);
      if (configuration === undefined) throw unknownModel(input.reference);
      return testModel(configuration, ctx.runtime, ctx.scope);
    }),

  detect: workspaceProcedure("admin").query(async () => detectLocalServers()),
});

async function workspaceCatalog(
  { stores, environmentModels }: Runtime,
  workspaceId: string,
): Promise<ModelCatalog> {
  return modelCatalog({ ...stores, environment: environmentModels }, workspaceId);
}

function unknownModel(reference: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `Model ${reference} is not available in this workspace.`,
    fix: "Choose a model from the list, or add this one under Settings, Models.",
  });
}
