// Reads the log of a run as a goal tree and as a graph. Run it with: npx tsx examples/goal-graph.ts
import { createAgent, formatGoals, logTools } from "@goaltrace/core";
import { deriveGraph } from "@goaltrace/core/graph";
import { toOutline } from "@goaltrace/core/log";

const task = "Compare three ways to travel from Rome to Paris.";
const agent = createAgent({ tools: logTools(), instructions: "Write a plan first, then work through it." });
const run = agent.run(task);
await run.answer; // Throws when the run failed.
const { entries, goals } = await run.result;

console.log(formatGoals(goals));

const outline = entries.flatMap((entry) => toOutline(entry) ?? []);
const graph = deriveGraph(task, outline);
for (const { id, kind, rank, outcome } of graph.order) {
  const title = graph.goals.get(id)?.title ?? outcome?.text ?? "";
  const { turns = 0, calls = 0 } = graph.edges.get(id)?.totals ?? {};
  console.log(`${rank} ${kind} "${title}": ${turns} model calls, ${calls} tool calls`);
}
