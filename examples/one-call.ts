// One question, one answer. Run it with: npx tsx examples/one-call.ts
import { createAgent } from "@goaltrace/core";

const agent = createAgent({ instructions: "Answer in one sentence." });

console.log(await agent.run("Why is the sky blue?").answer);
