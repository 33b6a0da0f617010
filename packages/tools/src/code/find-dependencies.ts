import { countOf } from "@goaltrace/core/log";
import { defineTool, type ToolContext, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { resolveDirectory } from "../files/resolve-directory.ts";
import { type Fence, refusalReason } from "../workspace/fence.ts";
import { type CodeReader, createCodeReader, openSource } from "./code-reader.ts";
import type { CodeFacts } from "./facts.ts";
import { languageOf } from "./languages.ts";
import { problemNotices } from "./problem-notices.ts";
import { type HasFile, resolveImport } from "./resolve-import.ts";
import { type Survey, surveyFolder, surveyNotices } from "./survey.ts";
import { CODE_DEFAULT_ROWS } from "./tunables.ts";

const input = z.object({
  path: z.string().min(1).default(".").describe("Source file or folder, relative to the project folder."),
  imported_by: z
    .boolean()
    .default(false)
    .describe("Lists the files of the project that import this file instead."),
});

/** One import, with the file of the project that it means. */
type Dependency = {
  readonly line: number;
  readonly module: string;
  readonly names: readonly string[];
  readonly file: string | null;
};

/** Finds what files import. `metadata` has it as `{path, imports}`, `{path, importedBy}` or `{path, packages, edges}`. */
export const findDependenciesTool = defineTool({
  name: "find_dependencies",
  inSmallWindows: "last",
  description:
    "Lists the imports of a source file or folder with the project files that they refer to, or the files that import a file.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  subject: { kind: "path", field: "path", readsAs: "read_file" },
  async execute({ path, imported_by: isReverse }, context): Promise<ToolResult> {
    const reader = createCodeReader({ owner: context.scope.workspaceId, signal: context.signal });
    try {
      const directory = await resolveDirectory(context, path);
      if (directory.ok)
        return isReverse
          ? errorResult(`Importers of ${path}`, "imported_by needs the path of a file.")
          : await ofFolder(context, reader, path);
      return isReverse ? await importersOf(context, reader, path) : await ofFile(context, reader, path);
    } finally {
      await reader.close();
    }
  },
});

async function ofFile(context: ToolContext, reader: CodeReader, path: string): Promise<ToolResult> {
  const title = `Imports of ${path}`;
  const opened = await openSource(context, path);
  if (!opened.ok) return errorResult(title, `Cannot read "${path}": ${opened.message}`);
  const { source, target } = opened.value;
  const facts = await reader.facts(source);
  if (!facts.ok) return errorResult(title, `Cannot read "${path}": ${facts.message}`);
  const { imports, problems } = facts.value;
  const hasFile = onDisk(target.fence);
  const rows = imports.slice(0, CODE_DEFAULT_ROWS).map((one): Dependency => ({
    ...{ line: one.line, module: one.module, names: one.names },
    file: resolveImport({ from: target.relative, family: source.language.family }, one, hasFile),
  }));
  const lines = rows.map(({ line, module, names, file }) => {
    const taken = names.length === 0 ? "" : ` {${names.join(", ")}}`;
    return `${String(line)} ${module}${taken}${file === null ? "" : ` → ${file}`}`;
  });
  return result(title, {
    ...{ lines, count: imports.length, empty: "No imports." },
    notices: problemNotices(problems),
    metadata: { path: target.relative, imports: rows },
  });
}

/** Looks at the disk each time: few names are asked about. */
function onDisk(fence: Fence): HasFile {
  return (path) => {
    const absolute = join(fence.root, path);
    if (refusalReason(fence, absolute, "read") !== undefined) return false;
    return statSync(absolute, { throwIfNoEntry: false })?.isFile() === true;
  };
}

async function importersOf(context: ToolContext, reader: CodeReader, path: string): Promise<ToolResult> {
  const title = `Importers of ${path}`;
  const opened = await openSource(context, path);
  if (!opened.ok) return errorResult(title, `Cannot read "${path}": ${opened.message}`);
  const { source, target } = opened.value;
  const { family } = source.language;
  const surveyed = await surveyFolder(context, reader, { path: ".", family });
  if (!surveyed.ok) return errorResult(title, surveyed.message);
  const { survey } = surveyed;
  const isFile = new Set([...survey.files.keys(), target.relative]);
  const rows = [...survey.files].flatMap(([file, { imports }]) =>
    imports.flatMap((one) =>
      resolveImport({ from: file, family }, one, (other) => isFile.has(other)) === target.relative
        ? [{ file, line: one.line, names: one.names }]
        : [],
    ),
  );
  const lines = rows
    .slice(0, CODE_DEFAULT_ROWS)
    .map(
      ({ file, line, names }) =>
        `${file}:${String(line)}${names.length === 0 ? "" : ` {${names.join(", ")}}`}`,
    );
  return result(title, {
    ...{ lines, count: rows.length, empty: "No file imports it." },
    notices: surveyNotices(survey),
    metadata: { path: target.relative, importedBy: rows.slice(0, CODE_DEFAULT_ROWS) },
  });
}

async function ofFolder(context: ToolContext, reader: CodeReader, path: string): Promise<ToolResult> {
  const title = `Imports in ${path}`;
  const surveyed = await surveyFolder(context, reader, { path });
  if (!surveyed.ok) return errorResult(title, `Cannot search "${path}": ${surveyed.message}`);
  const { survey } = surveyed;
  const { packages, edges } = graphOf(survey, (file) => survey.files.has(file));
  const lines = packages
    .slice(0, CODE_DEFAULT_ROWS)
    .map(([module, files]) => `${module} (${countOf(files, "file")})`);
  const summary = `${countOf(survey.files.size, "file")}, ${countOf(edges, "import")} among them. Imported from outside:`;
  return result(title, {
    ...{ lines: [summary, ...lines], count: packages.length, shown: lines.length, empty: "" },
    notices: surveyNotices(survey),
    metadata: { path, packages: packages.slice(0, CODE_DEFAULT_ROWS), edges },
  });
}

/** Modules from outside by the number of files that import them, and the number of imports between files. */
function graphOf(
  survey: Survey,
  hasFile: HasFile,
): { readonly packages: readonly (readonly [string, number])[]; readonly edges: number } {
  const counts = new Map<string, number>();
  let edges = 0;
  for (const [file, facts] of survey.files) {
    const outside = new Set<string>();
    for (const [module, resolved] of resolveAll(file, facts, hasFile))
      if (resolved !== null) edges += 1;
      else outside.add(module);
    for (const module of outside) counts.set(module, (counts.get(module) ?? 0) + 1);
  }
  const packages = [...counts].toSorted(([, left], [, right]) => right - left);
  return { packages, edges };
}

function resolveAll(
  file: string,
  { imports }: CodeFacts,
  hasFile: HasFile,
): readonly (readonly [module: string, file: string | null])[] {
  const family = languageOf(file)?.family ?? "";
  return imports.map((one) => [one.module, resolveImport({ from: file, family }, one, hasFile)]);
}

type Report = {
  readonly lines: readonly string[];
  readonly count: number;
  /** Rows of `count` that are in `lines`. @default all lines */
  readonly shown?: number;
  readonly empty: string;
  readonly notices: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
};

function result(
  title: string,
  { lines, count, shown = lines.length, empty, notices, metadata }: Report,
): ToolResult {
  const all = [
    ...(count === 0 && empty !== "" ? [empty] : []),
    ...(count > shown ? [`${String(count - shown)} more.`] : []),
    ...notices,
  ];
  return {
    title: `${title} (${String(count)})`,
    output: [...lines, ...all.map((notice) => `[${notice}]`)].join("\n"),
    metadata,
  };
}
