import { expect, it } from "vitest";
import { buildTrace } from "../../testing/builders.ts";
import { createScriptedModel } from "../../testing/scripted-model.ts";
import { resolveModels } from "./run-models.ts";

const failure = (reference: string) =>
  ({ code: "MODEL_NOT_CONFIGURED", message: `No ${reference}.`, fix: "Add it." }) as const;
const known = ["a", "b"].map((reference) => createScriptedModel([], { reference }));
const directory = {
  resolve: async (workspaceId: string, reference: string) =>
    known.find(({ profile }) => workspaceId === "workspace" && profile.reference === reference) ??
    failure(reference),
};
const resolve = async (models: readonly string[]): ReturnType<typeof resolveModels> =>
  await resolveModels(directory, buildTrace({ id: "trace", models }));

it("resolves the models of a run in order", async () => {
  expect(await resolve(["b", "a"])).toEqual({ clients: [known[1], known[0]], failure: null });
  expect(await resolve([])).toEqual({ clients: [], failure: null });
});

it("leaves out models that are not available and gives the first reason", async () => {
  expect(await resolve(["x", "a", "y"])).toEqual({ clients: [known[0]], failure: failure("x") });
});
