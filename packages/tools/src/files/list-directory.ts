import { countOf } from "@goaltrace/core/log";
import { defineTool, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { lstat } from "node:fs/promises";
import { z } from "zod";
import { LIST_MAX_DEPTH, LIST_MAX_ENTRIES } from "../tunables.ts";
import { createPathPatterns } from "../workspace/path-patterns.ts";
import { resolveInside } from "../workspace/root.ts";
import { walk, type WalkedEntry } from "../workspace/walk.ts";
import { HIDDEN_PATHS, SLOW_IGNORE_FILES } from "./parse-glob.ts";
import { resolveDirectory } from "./resolve-directory.ts";

const input = z.object({
  path: z.string().min(1).default(".").describe("Relative to the project folder."),
  depth: z.int().min(1).max(LIST_MAX_DEPTH).default(1).describe("How many levels to show."),
});

/** Lists a directory including hidden and ignored entries; the contents of ignored directories are omitted. */
export const listDirectoryTool = defineTool({
  name: "list_directory",
  inSmallWindows: "first",
  description:
    "Lists the contents of a project directory: directories with a trailing /, files with their size. Use it to explore a project; " +
    "use glob_files to find files by name.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  subject: { kind: "path", field: "path" },
  async execute({ path, depth }, context): Promise<ToolResult> {
    const directory = await resolveDirectory(context, path);
    if (!directory.ok) return errorResult(`List ${path}`, `Cannot list "${path}": ${directory.message}`);
    const patterns = createPathPatterns({
      ...{ glob: null, owner: context.scope.workspaceId },
      signal: context.signal,
    });
    const lines: string[] = [];
    let isCut = false;
    const { fence, from } = directory;
    try {
      for await (const entry of walk({
        ...{ fence, from, patterns, maxDepth: depth, signal: context.signal },
        ...{ includeHidden: true, includeIgnored: true, descendIgnored: false },
      })) {
        isCut = lines.length === LIST_MAX_ENTRIES;
        if (isCut) break;
        lines.push(
          await describeEntry(entry, async (link) => (await resolveInside(context, link, "read")).ok),
        );
      }
    } finally {
      await patterns.close();
    }
    if (lines.length === 0)
      return { title: `Listed ${path} (empty)`, output: `[The directory "${path}" is empty.]` };
    const notices = [
      ...(isCut
        ? [
            `Only the first ${String(LIST_MAX_ENTRIES)} entries are shown. List a subdirectory, or use glob_files.`,
          ]
        : []),
      ...(patterns.tooSlow.has("ignore_files") ? [SLOW_IGNORE_FILES] : []),
      ...(context.hides === undefined ? [] : [HIDDEN_PATHS]),
    ];
    return {
      title: `Listed ${path} (${countOf(lines.length, "entry", "entries")}${isCut ? " shown" : ""})`,
      output: [...lines, ...notices.map((notice) => `[${notice}]`)].join("\n"),
    };
  },
});

async function describeEntry(
  entry: WalkedEntry,
  isInside: (link: string) => Promise<boolean>,
): Promise<string> {
  const name = entry.relative.slice(entry.relative.lastIndexOf("/") + 1);
  const indent = "  ".repeat(entry.depth - 1);
  const suffix = entry.ignored ? " (ignored)" : "";
  switch (entry.kind) {
    case "directory":
      return `${indent}${name}/${suffix}`;
    case "link":
      return `${indent}${name} (link${(await isInside(entry.relative)) ? "" : ", target is outside the allowed folders"})${suffix}`;
    case "file": {
      const size = await lstat(entry.absolute).then(
        (stats) => `${String(stats.size)} bytes`,
        () => "gone",
      );
      return `${indent}${name} (${size})${suffix}`;
    }
    case "other":
      return `${indent}${name} (special file)${suffix}`;
  }
}
