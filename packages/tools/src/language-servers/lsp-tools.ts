import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineTool, type Tool, type ToolContext, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import { findColumn } from "./find-column.ts";
import type { LanguageServers } from "./language-servers.ts";
import { offerInstallation } from "./offer-installation.ts";
import { type OpenedFile, openFile, readLine } from "./open-file.ts";
import { problemLines, problemSummary, withSource } from "./problem-lines.ts";
import type { Place } from "./protocol.ts";
import { HOVER_MAX_CHARACTERS, LSP_CALL_LIMIT_MS, PLACES_MAX, PROBLEMS_MAX } from "./tunables.ts";

const path = z.string().min(1).describe("Source file, relative to the project folder.");
const place = z.object({
  path,
  line: z.int().min(1).describe("Line number of the symbol, starting at 1."),
  name: z.string().min(1).max(200).describe("The symbol, exactly as it is written on that line."),
});

const problems = z.array(
  z.looseObject({
    severity: z.enum(["error", "warning", "information", "hint"]),
    line: z.int(),
    column: z.int(),
    message: z.string(),
  }),
);
const outputSchema = z.looseObject({
  path: z.string().describe("The file."),
  server: z.string().describe("The language server that answered."),
  problems: problems.describe(
    "Severity, place, code and message of each problem, with its line of the file.",
  ),
});

/** Carries out a question about a file, once its server is installed. */
async function about(
  servers: LanguageServers,
  { context, ...named }: { readonly context: ToolContext; readonly path: string; readonly title: string },
  answer: (opened: OpenedFile) => Promise<ToolResult>,
): Promise<ToolResult> {
  const opened = await openFile(context, named.path);
  if (!opened.ok) return errorResult(named.title, `Cannot ask about "${named.path}": ${opened.message}`);
  const refusal = await offerInstallation(servers, opened.kind, context);
  if (refusal !== null) return errorResult(named.title, refusal);
  try {
    return await answer(opened);
  } catch (thrown) {
    context.signal.throwIfAborted();
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return errorResult(named.title, `${opened.kind.name} did not answer: ${reason}`);
  }
}

function diagnosticsTool(servers: LanguageServers): Tool {
  return defineTool({
    name: "lsp_diagnostics",
    inSmallWindows: "last",
    description:
      "Returns errors and warnings of the compiler or type checker in a source file, from its language server. Use it after changes; it sees the files on disk.",
    input: z.object({ path }),
    outputSchema,
    async execute(input, context) {
      const title = `Check ${input.path}`;
      return await about(
        servers,
        { context, path: input.path, title },
        async ({ kind, place: at, file, name }) => {
          const problems = await servers.ask(
            kind,
            at,
            async (server) => await server.problems(file, context.signal),
          );
          const shown = problems.slice(0, PROBLEMS_MAX);
          const rest = problems.length - shown.length;
          return {
            title: `${problemSummary(problems)} in ${name}`,
            output: [
              `${problemSummary(problems)} in "${name}", says ${kind.name}.`,
              ...problemLines(shown),
              ...(rest > 0 ? [`[${String(rest)} more are left out.]`] : []),
            ].join("\n"),
            metadata: { path: name, server: kind.name, problems: withSource(shown, file.text) },
          };
        },
      );
    },
  });
}

function hoverTool(servers: LanguageServers): Tool {
  return defineTool({
    name: "lsp_hover",
    description: "Returns the type and documentation of a name in a source file, from its language server.",
    input: place,
    async execute(input, context) {
      const title = `Describe ${input.name}`;
      return await about(
        servers,
        { context, path: input.path, title },
        async ({ kind, place: at, file, name }) => {
          const column = findColumn(file.text, input.line, input.name);
          if (column === null) return notThere(title, input);
          const text = await servers.ask(
            kind,
            at,
            async (server) => await server.hover(file, { line: input.line, column }, context.signal),
          );
          return {
            title: `${input.name} in ${name}`,
            output: text === "" ? "The server knows nothing about it." : text.slice(0, HOVER_MAX_CHARACTERS),
          };
        },
      );
    },
  });
}

const SEARCHES = {
  definition: "Finds the definition of a name in a source file, from its language server.",
  references: "Finds all references in the project to a name in a source file, from its language server.",
} as const;

function placesTool(servers: LanguageServers, what: keyof typeof SEARCHES): Tool {
  return defineTool({
    name: `lsp_${what}`,
    description: SEARCHES[what],
    input: place,
    async execute(input, context) {
      const title = `Find ${what} of ${input.name}`;
      return await about(servers, { context, path: input.path, title }, async ({ kind, place: at, file }) => {
        const column = findColumn(file.text, input.line, input.name);
        if (column === null) return notThere(title, input);
        const found = await servers.ask(
          kind,
          at,
          async (server) =>
            await server.places(what, { file, at: { line: input.line, column } }, context.signal),
        );
        const lines = await Promise.all(
          found.slice(0, PLACES_MAX).map(async (one) => await placeLine(context, at.folder, one)),
        );
        const rest = found.length - lines.length;
        return {
          title: `${String(found.length)} × ${what} of ${input.name}`,
          output:
            found.length === 0
              ? "The server found nothing."
              : [...lines, ...(rest > 0 ? [`[${String(rest)} more are left out.]`] : [])].join("\n"),
        };
      });
    },
  });
}

/** A place as `path:line:column: text`. Of places that this run may not read, nothing is shown. */
async function placeLine(
  context: ToolContext,
  folder: string,
  { uri, line, column }: Place,
): Promise<string> {
  const absolute = uri.startsWith("file:") ? fileURLToPath(uri) : uri;
  const inner = relative(folder, absolute);
  const at = `:${String(line)}:${String(column)}`;
  if (inner.startsWith("..") || !absolute.startsWith("/"))
    return `${absolute.split("/").at(-1) ?? ""}${at} (outside the project)`;
  const text = await readLine(context, inner, line);
  return text === null ? "(a file that this run may not read)" : `${inner}${at}: ${text}`;
}

function notThere(title: string, { name, line, path: file }: z.infer<typeof place>): ToolResult {
  return errorResult(title, `Line ${String(line)} of "${file}" does not contain "${name}".`);
}

/** Returns the tools that ask language servers. */
export function lspTools(servers: LanguageServers): readonly Tool[] {
  return [
    diagnosticsTool(servers),
    hoverTool(servers),
    placesTool(servers, "definition"),
    placesTool(servers, "references"),
  ].map((tool) => ({
    ...tool,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    subject: { kind: "path", field: "path", readsAs: "read_file" },
    offered: "by_name",
    timeLimitMs: LSP_CALL_LIMIT_MS,
  }));
}
