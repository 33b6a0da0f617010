// Tests an agent without a model behind it. Run it with: npx tsx examples/scripted-model.ts
import assert from "node:assert/strict";
import { createAgent, defineTool, type ModelAnswer, type ModelClient } from "@goaltrace/core";
import { z } from "zod";

const requests: string[] = [];

/** Gives these answers in order, whatever the agent sends. */
function scriptedModel(...answers: Partial<ModelAnswer>[]): ModelClient {
  const nothing = { text: "", reasoning: "", toolCalls: [], usage: null, firstTokenMs: null };
  const names = { reference: "scripted", wireName: "scripted", label: "scripted", quirks: "default" };
  return {
    profile: { ...names, contextWindow: 128_000, price: null, scripted: true },
    attempt: async ({ body, onDelta }) => {
      requests.push(body);
      const answer = { ...nothing, ...answers.shift() };
      onDelta({ channel: "text", text: answer.text });
      const finishReason = answer.toolCalls.length > 0 ? "tool_calls" : "stop";
      return { ok: true, answer: { finishReason, ...answer } };
    },
  };
}

const getWeather = defineTool({
  name: "get_weather",
  description: "Returns the current weather of a city.",
  input: z.object({ city: z.string() }),
  execute: async ({ city }) => `${city}: 21 °C, sunny`,
});

const call = { id: "1", name: "get_weather", arguments: '{"city":"Rome"}' };
const model = scriptedModel({ toolCalls: [call] }, { text: "No umbrella." });
const { status, answer } = await createAgent({ model, tools: [getWeather] }).run("Rome?").result;

assert.deepEqual({ status, answer }, { status: "completed", answer: "No umbrella." });
assert.match(requests[1] ?? "", /Rome: 21 °C, sunny/u);
console.log("The agent read the weather and answered.");
