import { expect, it } from "vitest";
import { modelsFromEnvironment, OPENAI_URL } from "./models-from-environment.ts";

it("calls the default address when the base URL is empty", () => {
  const models = modelsFromEnvironment({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: "" });
  expect(models.map(({ baseUrl }) => baseUrl)).toEqual([OPENAI_URL]);
});

it("calls the base URL of the environment, without its last slash", () => {
  const models = modelsFromEnvironment({ OPENAI_BASE_URL: "http://127.0.0.1:11434/v1/" });
  expect(models.map(({ baseUrl, apiKey }) => [baseUrl, apiKey])).toEqual([["http://127.0.0.1:11434/v1", ""]]);
});
