import { z } from "zod";
import { USE_TOOL } from "../log/tool-names.ts";
import { defineTool, type Tool } from "../ports/tool.ts";
import { useToolPrompt } from "../prompts/generated/use-tool.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { toolJson } from "./tools-json.ts";

const input = z.object({
  tool: z.string().trim().min(1).max(200).describe(useToolPrompt.tool),
  arguments: z.record(z.string(), z.unknown()).optional().describe(useToolPrompt.arguments),
});

/** Returns the definition of `use_tool` in a request: with the names of the tools that it stands for, and the number of those without a name. */
export function useToolJson(names: readonly string[], more: number): string {
  const tool = defineUseTool({
    ...{ description: describe(names, more), trust: "workspace" },
    look: () => ({ title: USE_TOOL, output: "" }),
  });
  return toolJson(tool);
}

/** `look` answers a name of a tool, or words to find one. */
type UseToolParts = {
  readonly description?: string;
  readonly trust: NonNullable<Tool["trust"]>;
  readonly look: (tool: string) => { readonly title: string; readonly output: string };
};

/** Returns `use_tool`, by default with a description that names no tools. */
export function defineUseTool({ description, trust, look }: UseToolParts): Tool<typeof input> {
  return defineTool({
    name: USE_TOOL,
    description: description ?? useToolPrompt.short,
    input,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    trust,
    execute: ({ tool }) => look(tool),
  });
}

function describe(names: readonly string[], more: number): string {
  if (names.length + more === 0) return useToolPrompt.short;
  const tools = names.join(", ");
  if (more === 0) return fillPrompt(useToolPrompt.named, { tools });
  return fillPrompt(useToolPrompt.unlisted, { tools, more: String(more) });
}
