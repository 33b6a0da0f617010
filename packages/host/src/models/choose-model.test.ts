import { configureModel } from "@goaltrace/core/openai";
import type { Runtime } from "../open-runtime.ts";
import { expect, it } from "vitest";
import { chooseModel, type WantedModel } from "./choose-model.ts";

const environmentModels = ["gpt-4.1", "deepseek-chat"].map((model) =>
  configureModel({ model, baseUrl: "http://127.0.0.1:1/v1", apiKey: "" }),
);
const models = { list: async () => [], defaultReference: async () => null };

async function choose(wanted: WantedModel): Promise<string> {
  const ports = { stores: { models }, environmentModels } as unknown as Pick<
    Runtime,
    "stores" | "environmentModels"
  >;
  return await chooseModel(ports, { workspaceId: "workspace", personId: "person" }, wanted);
}

it("prefers the requested model, then the remembered one while it exists, then the default", async () => {
  expect(await choose({ requested: "deepseek-chat", remembered: "gpt-4.1" })).toBe("deepseek-chat");
  expect(await choose({ remembered: "deepseek-chat" })).toBe("deepseek-chat");
  expect(await choose({ remembered: "removed" })).toBe("gpt-4.1");
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
