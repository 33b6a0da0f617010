// An agent with a tool and a plan. Run it with: npx tsx examples/tool-call.ts
import { createAgent, defineTool, formatGoals, logTools } from "@goaltrace/core";
import { z } from "zod";

const getWeather = defineTool({
  name: "get_weather",
  description: "Returns the current weather of a city.",
  input: z.object({ city: z.string().describe("Name of the city, in English") }),
  execute: async ({ city }) => `${city}: 21 °C, sunny`,
});

const agent = createAgent({
  tools: [getWeather, ...logTools()],
  instructions: "Plan first. Answer briefly.",
});
const run = agent.run("Where do I need an umbrella today: Rome or Oslo?");

for await (const update of run) {
  if (update.kind === "delta" && update.channel === "text") process.stdout.write(update.text);
}
await run.answer; // Throws when the run failed.
const { totals, goals } = await run.result;
console.log(`\nModel calls: ${totals.modelCalls}, tool calls: ${totals.toolCalls}`);
console.log(formatGoals(goals));
