import { z } from "zod";
import { COMPACT_CONTEXT_TOOL } from "../log/tool-names.ts";
import { defineTool, type ToolResult } from "../ports/tool.ts";

const input = z.object({
  focus: z
    .string()
    .trim()
    .max(500)
    .optional()
    .describe("The most important content for the summary to keep."),
});

/** Lets the model request a compaction between two parts of its work. The loop compacts before the next step. */
export const compactContextTool = defineTool({
  name: COMPACT_CONTEXT_TOOL,
  inSmallWindows: "last",
  description:
    "Replaces the conversation so far with a summary before your next step. Use it between two parts of a long task, when the exact details of the first part are no longer needed. Plan, todos and user messages stay.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  trust: "workspace",
  async execute({ focus = "" }, context): Promise<ToolResult> {
    context.record({ type: "compaction.requested", focus: focus === "" ? null : focus });
    return await Promise.resolve({
      title: "Compaction requested",
      output:
        "The conversation will be summarized before your next step, unless it was summarized a few steps ago. Continue.",
    });
  },
});
