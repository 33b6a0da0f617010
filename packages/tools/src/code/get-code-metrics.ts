import { countOf } from "@goaltrace/core/log";
import { defineTool, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import { resolveDirectory } from "../files/resolve-directory.ts";
import { createCodeReader, openSource } from "./code-reader.ts";
import type { CodeFacts } from "./facts.ts";
import type { CodeFunction } from "./functions.ts";
import type { LineCounts } from "./line-counts.ts";
import { problemNotices } from "./problem-notices.ts";
import { surveyFolder, surveyNotices } from "./survey.ts";
import { METRICS_DEFAULT_ROWS } from "./tunables.ts";

const input = z.object({
  path: z.string().min(1).default(".").describe("Source file or folder, relative to the project folder."),
});

type Files = ReadonlyMap<string, CodeFacts>;

/** Measures code. `metadata` has `{path, languages, functions}`. */
export const getCodeMetricsTool = defineTool({
  name: "get_code_metrics",
  inSmallWindows: "last",
  description:
    "Counts the lines and functions of a source file or folder and their McCabe complexity, and lists its most complex functions.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  subject: { kind: "path", field: "path", readsAs: "read_file" },
  async execute({ path }, context): Promise<ToolResult> {
    const title = `Metrics of ${path}`;
    const reader = createCodeReader({ owner: context.scope.workspaceId, signal: context.signal });
    try {
      if ((await resolveDirectory(context, path)).ok) {
        const surveyed = await surveyFolder(context, reader, { path });
        if (!surveyed.ok) return errorResult(title, `Cannot read "${path}": ${surveyed.message}`);
        return describe(path, surveyed.survey.files, surveyNotices(surveyed.survey));
      }
      const opened = await openSource(context, path);
      if (!opened.ok) return errorResult(title, `Cannot read "${path}": ${opened.message}`);
      const facts = await reader.facts(opened.value.source);
      if (!facts.ok) return errorResult(title, `Cannot read "${path}": ${facts.message}`);
      const { relative } = opened.value.target;
      return describe(relative, new Map([[relative, facts.value]]), problemNotices(facts.value.problems));
    } finally {
      await reader.close();
    }
  },
});

type Total = LineCounts & { readonly files: number; readonly functions: number };

const NOTHING: Total = { files: 0, functions: 0, total: 0, code: 0, comment: 0, blank: 0 };

function totalsOf(files: Files): ReadonlyMap<string, Total> {
  const totals = new Map<string, Total>();
  for (const { language, lines, functions } of files.values()) {
    const before = totals.get(language) ?? NOTHING;
    totals.set(language, {
      files: before.files + 1,
      functions: before.functions + functions.length,
      total: before.total + lines.total,
      code: before.code + lines.code,
      comment: before.comment + lines.comment,
      blank: before.blank + lines.blank,
    });
  }
  return totals;
}

type Located = CodeFunction & { readonly path: string };

function describe(path: string, files: Files, notices: readonly string[]): ToolResult {
  const totals = [...totalsOf(files)].toSorted(([, left], [, right]) => right.code - left.code);
  const functions = [...files].flatMap(([file, facts]) =>
    facts.functions.map((one): Located => ({ ...one, path: file })),
  );
  const most = functions
    .toSorted((left, right) => right.complexity - left.complexity)
    .slice(0, METRICS_DEFAULT_ROWS);
  const mean = functions.reduce((sum, { complexity }) => sum + complexity, 0) / Math.max(1, functions.length);
  const lines = [
    ...totals.map(([language, total]) => totalLine(language, total)),
    ...(functions.length === 0
      ? []
      : [
          `${countOf(functions.length, "function")}, mean complexity ${mean.toFixed(1)}. Most complex:`,
          ...most.map((one) => functionLine(one, files.size > 1)),
        ]),
  ];
  return {
    title: `Metrics of ${path} (${countOf(files.size, "file")})`,
    output: [
      ...(files.size === 0 ? ["No source files."] : lines),
      ...notices.map((notice) => `[${notice}]`),
    ].join("\n"),
    metadata: {
      path,
      languages: Object.fromEntries(totals),
      functions: most.map(({ path: file, name, container, line, endLine, complexity }) => ({
        ...{ path: file, name, container, line, endLine, complexity },
      })),
    },
  };
}

function totalLine(language: string, { files, total, code, comment, blank, functions }: Total): string {
  return `${language}: ${countOf(files, "file")}, ${countOf(total, "line")} (${String(code)} code, ${String(comment)} comment, ${String(blank)} blank), ${countOf(functions, "function")}`;
}

function functionLine(
  { path, name, container, line, endLine, complexity }: Located,
  hasPath: boolean,
): string {
  const place = `${hasPath ? `${path}:` : ""}${String(line)}-${String(endLine)}`;
  return `${String(complexity)} ${container === "" ? "" : `${container}.`}${name} ${place}`;
}
