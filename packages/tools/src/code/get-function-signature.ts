import { defineTool, type ToolContext, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import { resolveDirectory } from "../files/resolve-directory.ts";
import { type CodeReader, createCodeReader, openSource } from "./code-reader.ts";
import type { CodeFacts } from "./facts.ts";
import type { CodeFunction } from "./functions.ts";
import { problemNotices } from "./problem-notices.ts";
import { surveyFolder, surveyNotices } from "./survey.ts";
import { CODE_DEFAULT_ROWS } from "./tunables.ts";

const input = z.object({
  path: z.string().min(1).default(".").describe("Source file, or a folder to search when name is given."),
  name: z
    .string()
    .min(1)
    .optional()
    .describe("Function, method or Class.method. Without it: all of the file."),
});

type Located = { readonly path: string; readonly found: CodeFunction };
type Signatures = { readonly rows: readonly Located[]; readonly notices: readonly string[] };

/** Finds signatures of functions. `metadata` has them as `{path, functions}`. */
export const getFunctionSignatureTool = defineTool({
  name: "get_function_signature",
  inSmallWindows: "last",
  description:
    "Returns the signatures of functions and methods with their lines: those of a file, or those with a name in a folder.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  subject: { kind: "path", field: "path", readsAs: "read_file" },
  async execute({ path, name }, context): Promise<ToolResult> {
    const title = name === undefined ? `Signatures in ${path}` : `Signature of ${name}`;
    const reader = createCodeReader({ owner: context.scope.workspaceId, signal: context.signal });
    try {
      const isFolder = (await resolveDirectory(context, path)).ok;
      const found = isFolder
        ? await ofFolder(context, reader, { path, name })
        : await ofFile(context, reader, path);
      if (typeof found === "string") return errorResult(title, found);
      const rows = name === undefined ? found.rows : found.rows.filter((row) => isNamed(row.found, name));
      return describe(title, { rows, notices: found.notices, isFolder, name });
    } finally {
      await reader.close();
    }
  },
});

async function ofFile(context: ToolContext, reader: CodeReader, path: string): Promise<Signatures | string> {
  const opened = await openSource(context, path);
  if (!opened.ok) return `Cannot read "${path}": ${opened.message}`;
  const facts = await reader.facts(opened.value.source);
  if (!facts.ok) return `Cannot read "${path}": ${facts.message}`;
  return {
    rows: located(opened.value.target.relative, facts.value),
    notices: [
      ...(facts.value.isCut ? ["The file has more functions than are read."] : []),
      ...problemNotices(facts.value.problems),
    ],
  };
}

async function ofFolder(
  context: ToolContext,
  reader: CodeReader,
  { path, name }: { readonly path: string; readonly name: string | undefined },
): Promise<Signatures | string> {
  if (name === undefined) return `"${path}" is a folder: give a name, or the path of a file.`;
  const surveyed = await surveyFolder(context, reader, { path });
  if (!surveyed.ok) return `Cannot search "${path}": ${surveyed.message}`;
  const rows = [...surveyed.survey.files].flatMap(([file, facts]) => located(file, facts));
  return { rows, notices: surveyNotices(surveyed.survey) };
}

function located(path: string, { functions }: CodeFacts): readonly Located[] {
  return functions.map((found) => ({ path, found }));
}

/** A name fits as it is written, or with the names around it: `Class.method`. */
function isNamed({ name, container }: CodeFunction, wanted: string): boolean {
  if (name === wanted) return true;
  const whole = container === "" ? name : `${container}.${name}`;
  return whole === wanted || whole.endsWith(`.${wanted}`);
}

function describe(
  title: string,
  {
    rows,
    notices,
    isFolder,
    name,
  }: Signatures & { readonly isFolder: boolean; readonly name: string | undefined },
): ToolResult {
  const shown = rows.slice(0, CODE_DEFAULT_ROWS);
  const lines = shown.map(({ path, found }) => {
    const { line, endLine, container, signature } = found;
    const place = `${isFolder ? `${path}:` : ""}${String(line)}-${String(endLine)}`;
    return `${place} ${container === "" ? "" : `${container}: `}${signature}`;
  });
  const all = [
    ...(rows.length === 0 ? [name === undefined ? "No functions." : `No function "${name}".`] : []),
    ...(rows.length > shown.length ? [`${String(rows.length - shown.length)} more. Give a name.`] : []),
    ...notices,
  ];
  return {
    title: `${title} (${String(rows.length)})`,
    output: [...lines, ...all.map((notice) => `[${notice}]`)].join("\n"),
    metadata: {
      functions: shown.map(({ path, found: { parameters, ...rest } }) => ({
        ...rest,
        path,
        parameters: parameters.map(({ text }) => text),
      })),
    },
  };
}
