import { z } from "zod";
import { createInMemoryMemoryStore } from "../../src/adapters/in-memory/memory-store.ts";
import {
  checkShown,
  createMemoryFinder,
  createPendingRecall,
  indexLines,
  searchForTurn,
} from "../../src/memory/index.ts";
import type {
  IndexLine,
  MemoryCheck,
  MemoryIndexSource,
  PendingRecall,
} from "../../src/ports/run-environment.ts";
import { defineTool, type Tool } from "../../src/ports/tool.ts";
import { createTestClock } from "../../src/testing/builders.ts";
import { readMemoryTool } from "../../src/tools/read-memory.ts";
import { searchMemoryTool } from "../../src/tools/search-memory.ts";
import { type MemoryAccess, writeMemoryTool } from "../../src/tools/write-memory.ts";
import type { WireAnswer } from "./model-server.ts";
import { type Outcome, runScenario, SCOPE } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

export const PREFERENCE = {
  type: "feedback",
  name: "Sums in euros",
  description: "Reports state sums in euros",
  keywords: ["euros", "currency", "report", "欧元"],
  content: "Rule: State sums in euros. Why: The books are in euros. How to apply: Every report.",
  quote: "Please remember: always state sums in euros in reports",
};
const TAUGHT = `${PREFERENCE.quote}, the books are in euros.`;

export type World = MemoryAccess & { readonly tools: readonly Tool[] };

export function createWorld(more: readonly Tool[] = []): World {
  const store = createInMemoryMemoryStore(createTestClock());
  const memory = { store, finder: createMemoryFinder(store) };
  return {
    ...memory,
    tools: [readMemoryTool(memory), searchMemoryTool(memory), writeMemoryTool(memory), ...more],
  };
}

export function page(text: string, name = "fetch_page"): Tool {
  return defineTool({
    name,
    description: "Fetches.",
    input: z.object({}),
    execute: () => text,
  });
}

export const call = (name: string, input: object): WireAnswer => ({
  calls: [{ name, arguments: JSON.stringify(input) }],
});

/** The recall for a text, ready at once. `canChoose`: whether a model may choose among what the ranking left out. */
export async function recall(
  { finder }: MemoryAccess,
  text: string,
  canChoose = false,
): Promise<PendingRecall> {
  const found = await searchForTurn(finder, { scope: SCOPE, traceId: "t", text });
  return createPendingRecall(() => found, { task: text, now: createTestClock().now, canChoose });
}

/** The index of memory, ready at once. */
export async function memoryIndex({ finder }: MemoryAccess): Promise<MemoryIndexSource> {
  const read = async (): Promise<readonly IndexLine[]> => indexLines(await finder.all(SCOPE, "t"));
  const lines = await read();
  return { ready: () => lines, reload: read };
}

export function memoryCheck({ finder }: MemoryAccess): MemoryCheck {
  const now = createTestClock().now();
  return {
    outdated: async (shown) => await checkShown(finder, { scope: SCOPE, traceId: "t", shown }, now),
  };
}

/** A tool that changes memory while a run is under way, as a person does on the page. */
export function person(act: () => Promise<unknown>): Tool {
  return defineTool({
    name: "think",
    description: "Thinks.",
    input: z.object({}),
    async execute() {
      await act();
      return "Thought.";
    },
  });
}

export async function teach(world: World, steps: readonly WireAnswer[], task = TAUGHT): Promise<Outcome> {
  const tools = createTestTools(world.tools);
  return await runScenario({ task, tools, script: [...steps, { text: "Done." }] });
}

export async function ask(world: World, task: string): Promise<Outcome> {
  const environment = { recall: await recall(world, task) };
  return await runScenario({
    task,
    environment,
    tools: createTestTools(world.tools),
    script: [{ text: "Yes." }],
  });
}
