import { configureModel } from "@goaltrace/core/openai";
import type { Runtime } from "../runtime.ts";
import { expect, it } from "vitest";
import { chooseModels, type WantedModel } from "./choose-models.ts";

const environmentModels = ["gpt-4.1", "deepseek-chat"].map((model) =>
  configureModel({ model, baseUrl: "http://127.0.0.1:1/v1", apiKey: "" }),
);
const models = { list: async () => [], defaultReference: async () => null };

async function choose(wanted: Partial<WantedModel>): Promise<readonly string[]> {
  const ports = { stores: { models }, environmentModels } as unknown as Pick<
    Runtime,
    "stores" | "environmentModels"
  >;
  return await chooseModels(
    ports,
    { workspaceId: "workspace", personId: "person" },
    { remembered: null, own: [], ...wanted },
  );
}

it("prefers the requested model, then the remembered one while it exists, then the default", async () => {
  expect(await choose({ requested: "deepseek-chat", remembered: "gpt-4.1" })).toEqual(["deepseek-chat"]);
  expect(await choose({ remembered: "deepseek-chat" })).toEqual(["deepseek-chat"]);
  expect(await choose({ remembered: "removed" })).toEqual(["gpt-4.1"]);
});

it("rejects a requested model that does not exist, with the nearest and the known ones", async () => {
  await expect(choose({ requested: "gpt-41", remembered: null })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: "The model gpt-41 is not configured.",
    fix: expect.stringMatching(
      /Did you mean gpt-4\.1\? Known models: gpt-4\.1, deepseek-chat, scripted/u,
    ) as unknown,
  });
});

it("takes the agent's models in their order, without those that do not exist, unless a person wants another", async () => {
  const own = ["deepseek-chat", "removed", "gpt-4.1"];
  expect(await choose({ own })).toEqual(["deepseek-chat", "gpt-4.1"]);
  expect(await choose({ own, remembered: "gpt-4.1" })).toEqual(["gpt-4.1"]);
  await expect(choose({ own: ["removed"] })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: "The model of the agent, removed, is not configured.",
  });
});
