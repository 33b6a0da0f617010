import { expect, it } from "vitest";
import { z } from "zod";
import { createToolRun } from "../testing/tool-run.ts";
import { defineTool, type ToolDefinition } from "./tool.ts";

const input = z.strictObject({ city: z.string().describe("City name") });

async function callWeather(execute: ToolDefinition<typeof input>["execute"]) {
  const weather = defineTool({ name: "weather", description: "The weather of a city.", input, execute });
  return await weather.run({ city: "Rome" }, createToolRun().context);
}

it("takes a string as the result for the model, and its first words as the title for people", async () => {
  expect(await callWeather(({ city }) => `${city}:\nsunny`)).toEqual({
    title: "Rome: sunny",
    output: "Rome:\nsunny",
  });
});

it("titles an empty result by the tool's name", async () => {
  expect(await callWeather(async () => "")).toEqual({ title: "weather", output: "" });
});

it("passes a result on as it is", async () => {
  const result = { outcome: "error", title: "no such city", output: "Spell the city in English." } as const;
  expect(await callWeather(() => result)).toBe(result);
});

it("rejects when a tool throws before its first await", async () => {
  const fail = (): never => {
    throw new Error("no network");
  };
  await expect(callWeather(fail)).rejects.toThrow("no network");
});

it("leaves annotations empty unless they are set", () => {
  const definition = { name: "weather", description: "The weather.", input, execute: () => "" };
  expect(defineTool(definition).annotations).toEqual({});
  expect(defineTool({ ...definition, annotations: { readOnlyHint: true } }).annotations).toEqual({
    readOnlyHint: true,
  });
});
