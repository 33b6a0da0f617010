// An agent that sends others out, and who did what. Run it with: npx tsx examples/sub-agents.ts
import { createAgent, defineTool } from "@goaltrace/core";
import { z } from "zod";

const readPage = defineTool({
  name: "read_page",
  description: "Returns a page of the travel guide.",
  input: z.object({ city: z.string() }),
  annotations: { readOnlyHint: true },
  execute: async ({ city }) => `${city}: old town, two museums, rain in November`,
});

const agent = createAgent({
  tools: [readPage],
  agents: [
    {
      name: "explore",
      description: "reads the guide",
      instructions: "Read what you need. Answer in one sentence with the city in it.",
      isReadOnly: true,
    },
  ],
  instructions: "Send one agent per city, then compare.",
});

const run = agent.run("Where should I go in November: Rome or Oslo?");
for await (const update of run) {
  if (update.kind !== "entry" || update.entry.kind !== "event") continue;
  const { type, data } = update.entry;
  if (type === "child.spawned") console.log(`${data.agent} starts: ${data.prompt}`);
  if (type === "child.finished")
    console.log(
      `${data.status} after ${data.steps} steps, with ${data.toolsUsed.join(", ")}: ${data.lastMessage}`,
    );
}
console.log(await run.answer);
