import { expect, it } from "vitest";
import { z } from "zod";
import { GoaltraceError } from "../errors.ts";
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

const DEFINITION = { name: "weather", description: "The weather.", input, execute: () => "" };

it.each<[string, object, RegExp, RegExp]>([
  [
    "a misspelled option",
    { timeLimitMS: 1 },
    /"timeLimitMS" is not an option of defineTool/u,
    /"timeLimitMs"/u,
  ],
  ["a name of another SDK", { timeoutMs: 1 }, /"timeoutMs"/u, /Use "timeLimitMs"/u],
  ["parameters", { parameters: {} }, /"parameters"/u, /Use input: z\.object/u],
  ["inputSchema", { inputSchema: {} }, /"inputSchema"/u, /Use input: z\.object/u],
  ["no name", { name: undefined }, /no name/u, /get_weather/u],
  ["an empty description", { description: " " }, /"weather" has no description/u, /model reads it/u],
  ["no input", { input: undefined }, /input of the tool "weather"/u, /called parameters or inputSchema/u],
  ["a JSON schema", { input: { type: "object" } }, /not a schema of zod 4/u, /z\.object/u],
  ["no execute", { execute: undefined }, /no function to execute/u, /execute: async/u],
  ["an execute that is a text", { execute: "curl" }, /no function to execute/u, /execute: async/u],
])("rejects %s", (_name, wrong, message, fix) => {
  let error: unknown;
  try {
    defineTool(Object.assign({ ...DEFINITION }, wrong));
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(GoaltraceError);
  expect(error).toMatchObject({
    code: "CONFIGURATION_INVALID",
    message: expect.stringMatching(message) as string,
    fix: expect.stringMatching(fix) as string,
  });
});

it("rejects a result that succeeds with another shape than it declares", async () => {
  const counting = (metadata: Readonly<Record<string, unknown>>, outcome?: "error") =>
    defineTool({
      ...{ name: "count", description: "Counts.", input, outputSchema: z.object({ count: z.int() }) },
      execute: () => ({
        title: "counted",
        output: "",
        metadata,
        ...(outcome === undefined ? {} : { outcome }),
      }),
    }).run({ city: "Rome" }, createToolRun().context);
  expect(await counting({ count: 3 })).toMatchObject({ metadata: { count: 3 } });
  await expect(counting({ count: "3" })).rejects.toThrow("broke its own contract");
  expect(await counting({}, "error")).toMatchObject({ outcome: "error" });
});
