// A strategy that plans long tasks, and lets the model use tools twice at most for short ones. Run it with: npx tsx examples/custom-strategy.ts
import { createAgent, createPlanExecute, defineTool, react, type Strategy } from "@goaltrace/core";
import { z } from "zod";

const TOOL_STEPS = 2;
const LONG_TASK = 80;

const planned = createPlanExecute({ maxReplans: 1 });

const briefly: Strategy = {
  name: "briefly",
  canReplan: (state) => planned.canReplan?.(state) === true,
  next: (state, run) => {
    if (state.planning.task.text.length >= LONG_TASK) return planned.next(state, run);
    const action = react.next(state);
    const mayUseTools = state.steps < TOOL_STEPS;
    return action.kind === "call_model" && !mayUseTools ? { ...action, withTools: false } : action;
  },
};

const search = defineTool({
  name: "search",
  description: "Searches the archive of a newspaper.",
  input: z.object({ query: z.string().describe("A few words") }),
  annotations: { readOnlyHint: true },
  execute: async ({ query }, { signal }) => await searchArchive(query, signal),
});

const agent = createAgent({ tools: [search], strategy: briefly });
console.log(await agent.run("Who built the first bridge over the Tiber?").answer);
const task = "Compare the bridges over the Tiber by age and length, and say which one to restore first.";
console.log(await agent.run(task).answer);
console.log(await agent.run("Who built the last one?", { strategy: "reflect" }).answer);

async function searchArchive(query: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  return `3 articles about "${query}". The oldest names Ancus Marcius.`;
}
