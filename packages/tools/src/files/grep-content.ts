import { countOf } from "@goaltrace/core/log";
import { defineTool, type ToolContext, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import {
  GREP_DEFAULT_MATCHES,
  GREP_MAX_CONTEXT_LINES,
  GREP_MAX_LINE_CHARACTERS,
  GREP_MAX_MATCHES,
  GREP_MAX_OUTPUT_CHARACTERS,
  WALK_MAX_ENTRIES,
} from "../tunables.ts";
import type { Glob } from "../bounded/pattern-thread.ts";
import { createPathPatterns } from "../workspace/path-patterns.ts";
import { resolveInside } from "../workspace/root.ts";
import { HIDDEN_PATHS, parseGlob, SLOW_GLOB, SLOW_IGNORE_FILES } from "./parse-glob.ts";
import { renderMatches } from "./render-matches.ts";
import { searchFiles, type SearchRequest, type SearchResult } from "./search-files.ts";
import { createSearchPattern } from "./search-pattern.ts";

const input = z.object({
  pattern: z.string().min(1).describe("Regular expression, matched line by line."),
  path: z.string().min(1).default(".").describe("Directory or file, relative to the project folder."),
  glob: z.string().min(1).optional().describe('Only these files, like "*.ts" or "src/**/*.py".'),
  literal: z.boolean().default(false).describe("The pattern is plain text."),
  ignore_case: z.boolean().default(false).describe("Match upper and lower case alike."),
  output: z
    .enum(["content", "files", "count"])
    .default("content")
    .describe("Matching lines, paths, or matching lines per file."),
  context: z.int().min(0).max(GREP_MAX_CONTEXT_LINES).default(0).describe("Lines around each match."),
  limit: z
    .int()
    .min(1)
    .max(GREP_MAX_MATCHES)
    .default(GREP_DEFAULT_MATCHES)
    .describe("Most matching lines to show."),
  include_ignored: z.boolean().default(false).describe("Also files that .gitignore excludes."),
  include_hidden: z.boolean().default(false).describe("Also names that begin with a dot."),
});

type GrepInput = z.output<typeof input>;

/** Searches file contents like ripgrep: line by line, respecting `.gitignore`, skipping binary and hidden files. */
export const grepContentTool = defineTool({
  name: "grep_content",
  inSmallWindows: "first",
  description:
    "Searches the contents of the project's files with a regular expression and shows matching lines with their numbers. Skips binary files " +
    "and files that .gitignore excludes. Narrow it with path and glob.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  subject: { kind: "path", field: "path", readsAs: "read_file" },
  async execute(request, context): Promise<ToolResult> {
    const title = `Search ${request.pattern}`;
    const prepared = await prepare(request, context);
    if (!prepared.ok) return errorResult(title, prepared.message);
    const patterns = createPathPatterns({
      ...{ glob: prepared.glob, owner: context.scope.workspaceId },
      signal: context.signal,
    });
    try {
      const result = await searchFiles({ ...prepared.search, patterns });
      if (result.stopped === "too_slow") return errorResult(title, SLOW_PATTERN);
      if (patterns.tooSlow.has("glob")) return errorResult(title, SLOW_GLOB);
      const notices = [
        ...(patterns.tooSlow.has("ignore_files") ? [SLOW_IGNORE_FILES] : []),
        ...(context.hides === undefined ? [] : [HIDDEN_PATHS]),
      ];
      return describe(request, result, notices);
    } finally {
      await patterns.close();
    }
  },
});

const SLOW_PATTERN =
  "The pattern took too long to match. Nested repetitions like (a+)+ cause this: rewrite the pattern without them, or set literal to true.";

type PrepareResult =
  | { readonly ok: true; readonly glob: Glob | null; readonly search: Omit<SearchRequest, "patterns"> }
  | { readonly ok: false; readonly message: string };

async function prepare(request: GrepInput, context: ToolContext): Promise<PrepareResult> {
  const pattern = createSearchPattern(request.pattern, {
    literal: request.literal,
    ignoreCase: request.ignore_case,
  });
  if (!pattern.ok) return pattern;
  const target = await resolveInside(context, request.path, "read");
  if (!target.ok) return { ok: false, message: `Cannot search "${request.path}": ${target.message}` };
  if (target.missing.length > 0)
    return {
      ok: false,
      message: `There is nothing at "${request.path}". Use list_directory or glob_files to find the path.`,
    };
  const parsed = parseGlob(request.glob ?? "**", { includeHidden: request.include_hidden });
  if (!parsed.ok) return parsed;
  const showsLines = request.output === "content";
  return {
    ok: true,
    glob: request.glob === undefined ? null : parsed.glob,
    search: {
      fence: target.fence,
      from: target.relative === "." ? "" : target.relative,
      pattern,
      excerpt: showsLines ? { context: request.context, maxLineCharacters: GREP_MAX_LINE_CHARACTERS } : null,
      includeHidden: parsed.includesHidden,
      includeIgnored: request.include_ignored,
      maxMatches: showsLines ? request.limit : GREP_MAX_MATCHES,
      signal: context.signal,
    },
  };
}

function describe(request: GrepInput, result: SearchResult, more: readonly string[]): ToolResult {
  const rendered = render(request, result);
  const total = result.files.reduce((sum, file) => sum + file.matches, 0);
  const notices = [
    ...(total === 0
      ? ["No line matches. Set include_hidden or include_ignored to search hidden or ignored files."]
      : []),
    ...(result.stopped === "enough" || rendered.isCut
      ? ["There are more matches than shown. Use a narrower pattern, path or glob."]
      : []),
    ...(result.stopped === "entries"
      ? [
          `Stopped after ${String(WALK_MAX_ENTRIES)} entries, so the result is incomplete. Search a subdirectory instead.`,
        ]
      : []),
    ...(result.stopped === "cancelled" ? ["The search was canceled, so the result is incomplete."] : []),
    ...(result.tooLarge.length > 0
      ? [`Too large to search: ${result.tooLarge.slice(0, 10).join(", ")}. Use read_file with offset.`]
      : []),
    ...(result.linked.length > 0
      ? [
          `Not searched, because they have further names (hard links): ${result.linked.slice(0, 10).join(", ")}.`,
        ]
      : []),
    ...more,
  ];
  return {
    title: `Search ${request.pattern} (${countOf(total, "line")} in ${countOf(result.files.length, "file")})`,
    output: [...rendered.lines, ...notices.map((notice) => `[${notice}]`)].join("\n"),
  };
}

function render(
  request: GrepInput,
  result: SearchResult,
): { readonly lines: readonly string[]; readonly isCut: boolean } {
  const lines: string[] = [];
  let characters = 0;
  for (const file of result.files) {
    for (const line of renderFile(request, file)) {
      characters += line.length + 1;
      if (characters > GREP_MAX_OUTPUT_CHARACTERS) return { lines, isCut: true };
      lines.push(line);
    }
  }
  return { lines, isCut: false };
}

function renderFile(request: GrepInput, file: SearchResult["files"][number]): readonly string[] {
  switch (request.output) {
    case "files":
      return [file.path];
    case "count":
      return [`${file.path}: ${String(file.matches)}`];
    case "content":
      return [file.path, ...renderMatches(file.lines, request.context), ""];
  }
}
