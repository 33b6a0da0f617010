import { z } from "zod";
import { inputSchema, toolJson } from "../context/tools-json.ts";
import { compactSchema } from "../context/compact-schema.ts";
import { firstSentence } from "../context/short-tool.ts";
import { isServerTool, USE_TOOL } from "../log/tool-names.ts";
import { defineTool, type Tool, type ToolSet } from "../ports/tool.ts";
import { useToolPrompt } from "../prompts/generated/use-tool.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { createPassageSearch } from "../search/rank-passages.ts";
import { FOUND_TOOLS } from "./tunables.ts";

const input = z.object({
  tool: z.string().trim().min(1).max(200).describe("Its name, or words to find one."),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Those of the tool. Without them you get its definition: do that before its first use."),
});

/** Returns the definition of `use_tool` in a request: with the names of the tools that it stands for, and the number of those without a name. */
export function useToolJson(names: readonly string[], more: number): string {
  return toolJson(createTool(describe(names, more), "workspace", () => ({ title: USE_TOOL, output: "" })));
}

function describe(names: readonly string[], more: number): string {
  if (names.length + more === 0) return useToolPrompt.short;
  const tools = names.join(", ");
  if (more === 0) return fillPrompt(useToolPrompt.named, { tools });
  return fillPrompt(useToolPrompt.unlisted, { tools, more: String(more) });
}

/**
 * Adds `use_tool` to the tools that a run can call, not to those that requests list. Calls with arguments never reach it: they are accepted as calls
 * of their tool. Another gives the definition of its tool, or the tools that words find.
 */
export function withUseTool(set: ToolSet): ToolSet {
  if (set.tools.length === 0 || set.find(USE_TOOL) !== undefined) return set;
  // Other programs wrote the definitions of server tools.
  const trust = set.tools.some(({ name }) => isServerTool(name)) ? "untrusted" : "workspace";
  const useTool = createTool(describe([], 0), trust, (tool) => {
    const exact = set.find(tool);
    return exact === undefined ? found(tool, set) : { title: tool, output: definition(exact) };
  });
  return { tools: set.tools, find: (name) => (name === USE_TOOL ? useTool : set.find(name)) };
}

function createTool(
  description: string,
  trust: NonNullable<Tool["trust"]>,
  look: (tool: string) => { readonly title: string; readonly output: string },
): Tool<typeof input> {
  return defineTool({
    name: USE_TOOL,
    description,
    input,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    trust,
    execute: ({ tool }) => look(tool),
  });
}

function definition(tool: Tool): string {
  const { name, description } = tool;
  const schema = JSON.stringify(compactSchema({ ...inputSchema(tool) }));
  return fillPrompt(useToolPrompt.definition, { name, description, schema });
}

/** The tools whose names and descriptions have any of the words, best first; all names if none does. */
function found(words: string, { tools }: ToolSet): { readonly title: string; readonly output: string } {
  const search = createPassageSearch(words);
  for (const { name, description } of tools)
    search.add({ id: name, text: `${name.replaceAll("_", " ")}: ${firstSentence(description)}` });
  const names = new Set(search.best(1).map(({ id }) => id));
  const lines = [...names].slice(0, FOUND_TOOLS).map((name) => {
    const tool = tools.find((candidate) => candidate.name === name);
    return `- ${name}: ${firstSentence(tool?.description ?? "")}`;
  });
  if (lines.length === 0)
    return {
      title: words,
      output: fillPrompt(useToolPrompt.none, { words, tools: tools.map(({ name }) => name).join(", ") }),
    };
  return { title: words, output: fillPrompt(useToolPrompt.found, { words, tools: lines.join("\n") }) };
}
