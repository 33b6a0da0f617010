import { defineTool, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import { changeFile, loadForChange } from "./change-file.ts";

const input = z.object({
  path: z.string().min(1).describe("Relative to the project folder. Missing directories are created."),
  content: z.string().describe("The complete new content."),
});

/** Creates a file or replaces its whole content, as UTF-8 and byte for byte. */
export const writeFileTool = defineTool({
  name: "write_file",
  inSmallWindows: "first",
  description:
    "Creates a project file, or replaces the entire content of one that read_file has read before. To change part of a file, use edit_file.",
  input,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  subject: { kind: "path", field: "path" },
  async execute({ path, content }, context): Promise<ToolResult> {
    const bytes = Buffer.from(content, "utf8");
    const loaded = await loadForChange(context, path, bytes);
    if (!loaded.ok) return errorResult(`Write ${path}`, `Cannot write "${path}": ${loaded.message}`);
    return changeFile(context, loaded.target, bytes);
  },
});
