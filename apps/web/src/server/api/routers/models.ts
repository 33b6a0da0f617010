import { GoaltraceError } from "@goaltrace/core";
import { z } from "zod";
import { modelCatalogue, modelConnection, SCRIPTED_REFERENCE } from "../../models/catalogue.ts";
import type { ModelSources } from "../../models/catalogue.ts";
import { detectLocalServers } from "../../models/detect-servers.ts";
import { saveModel } from "../../models/save-model.ts";
import { testModel } from "../../models/test-model.ts";
import type { ModelTest } from "../../models/test-model.ts";
import { noteAudit } from "../../note-audit.ts";
import type { Runtime } from "../../runtime.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const PRICE = z.object({
  input: z.number().min(0),
  cachedInput: z.number().min(0),
  output: z.number().min(0),
});
const REFERENCE = z.string().min(1).max(200);
/** Tokens of a request; null or absent takes a share of the window. */
const THRESHOLD = z.number().int().min(500).max(20_000_000).nullable().optional();
const MODEL = z.object({
  id: z.string().min(1).max(100).optional(),
  label: z.string().trim().min(1).max(100),
  provider: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9._-]{0,40}$/, "use lower-case letters, digits, dots and dashes"),
  baseUrl: z.string().trim().max(500).nullable(),
  model: z.string().trim().min(1).max(150),
  key: z.string().trim().max(500).optional(),
  contextWindow: z.number().int().min(1_000).max(20_000_000).optional(),
  clearAbove: THRESHOLD,
  summariseAbove: THRESHOLD,
  price: PRICE.nullable().optional(),
});
/** For a model whose maker we do not know: what most have today. */
const USUAL_WINDOW = 128_000;

export const modelsRouter = router({
  list: workspaceProcedure("viewer").query(async ({ ctx }) =>
    modelCatalogue(sources(ctx.runtime), ctx.membership.id),
  ),

  save: workspaceProcedure("admin")
    .input(MODEL)
    .mutation(async ({ ctx, input }) => {
      const { runtime, membership } = ctx;
      const { setting, keyDropped } = await saveModel(
        { models: runtime.stores.models, vault: runtime.vault },
        {
          workspaceId: membership.id,
          id: input.id ?? runtime.ids.next(),
          label: input.label,
          provider: input.provider,
          baseUrl: input.baseUrl,
          model: input.model,
          key: input.key,
          contextWindow: input.contextWindow ?? USUAL_WINDOW,
          clearAbove: input.clearAbove ?? null,
          summariseAbove: input.summariseAbove ?? null,
          price: input.price ?? null,
        },
      );
      const detail = { key: input.key === undefined ? "unchanged" : "entered" };
      await noteAudit(ctx, { action: "model.saved", target: setting.reference, detail });
      return { id: setting.id, reference: setting.reference, keyHint: setting.keyHint, keyDropped };
    }),

  remove: workspaceProcedure("admin")
    .input(z.object({ id: z.string().min(1) }))
    .mutation(async ({ ctx, input }) => {
      const { models } = ctx.runtime.stores;
      const model = (await models.list(ctx.membership.id)).find((one) => one.id === input.id);
      await models.remove(ctx.membership.id, input.id);
      await noteAudit(ctx, { action: "model.removed", target: model?.reference ?? input.id });
      return { removed: true };
    }),

  setDefault: workspaceProcedure("admin")
    .input(z.object({ reference: REFERENCE }))
    .mutation(async ({ ctx, input }) => {
      const { items } = await modelCatalogue(sources(ctx.runtime), ctx.membership.id);
      if (!items.some((row) => row.reference === input.reference)) throw unknownModel(input.reference);
      await ctx.runtime.stores.models.setDefaultReference(ctx.membership.id, input.reference);
      await noteAudit(ctx, { action: "model.default_changed", target: input.reference });
      return { reference: input.reference };
    }),

  test: workspaceProcedure("admin")
    .input(z.object({ reference: REFERENCE }))
    .mutation(async ({ ctx, input }): Promise<ModelTest> => {
      if (input.reference === SCRIPTED_REFERENCE) return { ok: true, latencyMs: 0 };
      const ports = { ...sources(ctx.runtime), vault: ctx.runtime.vault };
      const connection = await modelConnection(ports, {
        workspaceId: ctx.membership.id,
        reference: input.reference,
      });
      if (connection === undefined) throw unknownModel(input.reference);
      return testModel(connection, ctx.runtime.ids.next());
    }),

  detect: workspaceProcedure("admin").query(async () => detectLocalServers()),
});

function sources(runtime: Runtime): ModelSources {
  return { models: runtime.stores.models, variables: runtime.modelVariables };
}

function unknownModel(reference: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no model ${reference} in this workspace.`,
    fix: "Choose one from the list, or add it.",
  });
}
