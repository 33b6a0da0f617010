import { defineTool, type Tool, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import { GLOB_MAX_RESULTS, WALK_MAX_ENTRIES } from "../tunables.ts";
import { createPathPatterns } from "../workspace/path-patterns.ts";
import { walk, type WalkOptions } from "../workspace/walk.ts";
import { HIDDEN_PATHS, parseGlob, SLOW_GLOB, SLOW_IGNORE_FILES } from "./parse-glob.ts";
import { resolveDirectory } from "./resolve-directory.ts";

const input = z.object({
  pattern: z
    .string()
    .min(1)
    .describe('Glob, like "src/**/*.ts" or "*.{json,yaml}". Without / it matches file names at any depth.'),
  path: z.string().min(1).default(".").describe("Directory, relative to the project folder."),
  include_ignored: z.boolean().default(false).describe("Also files that .gitignore excludes."),
  include_hidden: z.boolean().default(false).describe("Also names that begin with a dot."),
});

/** Finds files by glob. `.gitignore` is respected; hidden files are found when requested or named by the pattern. */
export const globFilesTool = createGlobFilesTool();

/** Creates `glob_files`. Patterns that take longer than the limit for one answer are given up. */
export function createGlobFilesTool(
  options: {
    /** In milliseconds. @default PATTERN_TIME_LIMIT_MS */
    readonly patternTimeLimitMs?: number;
  } = {},
): Tool {
  return defineTool({
    name: "glob_files",
    description:
      "Finds project files by name pattern and returns their paths in order. Skips files that .gitignore excludes. Use grep_content to find files by content.",
    input,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    subject: { kind: "path", field: "path" },
    async execute(request, context): Promise<ToolResult> {
      const title = `Find ${request.pattern}`;
      const directory = await resolveDirectory(context, request.path);
      if (!directory.ok) return errorResult(title, `Cannot search "${request.path}": ${directory.message}`);
      const parsed = parseGlob(request.pattern, { includeHidden: request.include_hidden });
      if (!parsed.ok) return errorResult(title, parsed.message);
      const patterns = createPathPatterns({
        ...{ glob: parsed.glob, owner: context.scope.workspaceId },
        signal: context.signal,
        timeLimitMs: options.patternTimeLimitMs,
      });
      try {
        const found = await findFiles({
          fence: directory.fence,
          from: directory.from,
          patterns,
          includeHidden: parsed.includesHidden,
          includeIgnored: request.include_ignored,
          signal: context.signal,
        });
        return patterns.tooSlow.has("glob")
          ? errorResult(title, SLOW_GLOB)
          : describe(title, {
              ...found,
              notices: [
                ...(patterns.tooSlow.has("ignore_files") ? [SLOW_IGNORE_FILES] : []),
                ...(context.hides === undefined ? [] : [HIDDEN_PATHS]),
              ],
            });
      } finally {
        await patterns.close();
      }
    },
  });
}

type Found = { readonly paths: readonly string[]; readonly isIncomplete: boolean };

async function findFiles(options: WalkOptions): Promise<Found> {
  const paths: string[] = [];
  let examined = 0;
  for await (const entry of walk(options)) {
    examined += 1;
    if (examined > WALK_MAX_ENTRIES || paths.length > GLOB_MAX_RESULTS) break;
    if (entry.kind !== "directory" && entry.matches) paths.push(entry.relative);
  }
  return { paths, isIncomplete: examined > WALK_MAX_ENTRIES };
}

function describe(
  title: string,
  { paths, isIncomplete, notices: more }: Found & { readonly notices: readonly string[] },
): ToolResult {
  const shown = paths.slice(0, GLOB_MAX_RESULTS);
  const notices = [
    ...(shown.length === 0
      ? [
          "No file matches. Patterns are relative to path. Set include_hidden or include_ignored to find hidden or ignored files.",
        ]
      : []),
    ...(paths.length > GLOB_MAX_RESULTS
      ? [`Only the first ${String(GLOB_MAX_RESULTS)} are shown. Use a narrower pattern or path.`]
      : []),
    ...(isIncomplete
      ? [
          `Stopped after ${String(WALK_MAX_ENTRIES)} entries, so the result is incomplete. Search a subdirectory instead.`,
        ]
      : []),
    ...more,
  ];
  return {
    title: `${title} (${String(shown.length)} found)`,
    output: [...shown, ...notices.map((notice) => `[${notice}]`)].join("\n"),
  };
}
