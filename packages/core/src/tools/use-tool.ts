import { inputSchema } from "../context/tools-json.ts";
import { compactSchema } from "../context/compact-schema.ts";
import { firstSentence } from "../context/short-tool.ts";
import { defineUseTool } from "../context/use-tool-definition.ts";
import { isServerTool, USE_TOOL } from "../log/tool-names.ts";
import type { Tool, ToolSet } from "../ports/tool.ts";
import { useToolPrompt } from "../prompts/generated/use-tool.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { createPassageSearch } from "../search/rank-passages.ts";
import { FOUND_TOOLS } from "./tunables.ts";

/**
 * Adds `use_tool` to the tools that a run can call, not to those that requests list. Calls with arguments never reach it: they are accepted as calls
 * of their tool. Another gives the definition of its tool, or the tools that words find.
 */
export function withUseTool(set: ToolSet): ToolSet {
  if (set.tools.length === 0 || set.find(USE_TOOL) !== undefined) return set;
  // Other programs wrote the definitions of server tools.
  const trust = set.tools.some(({ name }) => isServerTool(name)) ? "untrusted" : "workspace";
  const look = (words: string): { readonly title: string; readonly output: string } => {
    const exact = set.find(words);
    return exact === undefined ? found(words, set) : { title: words, output: definition(exact) };
  };
  const useTool = defineUseTool({ trust, look });
  return { tools: set.tools, find: (name) => (name === USE_TOOL ? useTool : set.find(name)) };
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
