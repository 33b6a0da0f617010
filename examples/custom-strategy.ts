// A strategy that lets the model use tools twice at most. Run it with: npx tsx examples/custom-strategy.ts
import { createAgent, defineTool, react, type Strategy } from "@goaltrace/core";
import { z } from "zod";

const TOOL_STEPS = 2;

const briefly: Strategy = {
  name: "briefly",
  next: (state) => {
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

async function searchArchive(query: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  return `3 articles about "${query}". The oldest names Ancus Marcius.`;
}
