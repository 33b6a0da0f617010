// An agent that remembers across runs, in a file. Run it twice: npx tsx examples/memory-in-a-file.ts
import { createAgent } from "@goaltrace/core";
import { memoryTools } from "@goaltrace/core/tools";
import { createFileMemoryStore } from "@goaltrace/tools";

const store = createFileMemoryStore(`${process.cwd()}/memory.json`);
const agent = createAgent({
  tools: memoryTools(store),
  instructions: "Look into memory first. Answer briefly.",
});
const question = "Please remember that I want sums in euros. What do you know about me?";
console.log(await agent.run(question).answer);
const entries = await store.list({ workspaceId: "local", personId: "local" });
console.log(`In memory: ${entries.map(({ name }) => name).join(", ")}`);
