// An agent with a tool. Run it with: npx tsx examples/tool-call.ts
import { createAgent, defineTool } from "@goaltrace/core";
import { z } from "zod";

const getWeather = defineTool({
  name: "get_weather",
  description: "Returns the current weather of a city.",
  input: z.object({ city: z.string().describe("Name of the city, in English") }),
  execute: async ({ city }) => `${city}: 21 °C, sunny`,
});

const agent = createAgent({ tools: [getWeather], instructions: "Answer in one sentence." });
const run = agent.run("Do I need an umbrella in Rome?");

for await (const update of run) {
  if (update.kind === "delta" && update.channel === "text") process.stdout.write(update.text);
}
const { totals } = await run.result;
console.log(`\n${totals.modelCalls} model calls, ${totals.toolCalls} tool call`);
