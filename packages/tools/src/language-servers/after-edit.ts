import type { Tool, ToolContext, ToolResult } from "@goaltrace/core";
import type { LanguageServers } from "./language-servers.ts";
import { openFile } from "./open-file.ts";
import { problemLines, problemSummary, withSource } from "./problem-lines.ts";
import { AFTER_EDIT_LIMIT_MS, EDIT_PROBLEMS_MAX } from "./tunables.ts";

/**
 * Adds what the language server of a changed file says about it to the result of a tool that changes files. Only servers that are installed are
 * asked. A server that does not answer in time leaves the result as it is.
 */
export function withProblems<T extends Tool>(tool: T, servers: LanguageServers): T {
  return {
    ...tool,
    run: async (input: Parameters<T["run"]>[0], context: ToolContext): Promise<ToolResult> => {
      const result = await tool.run(input, context);
      const path = result.metadata?.["path"];
      const isChanged = result.outcome !== "error" && typeof result.metadata?.["diff"] === "string";
      if (!isChanged || typeof path !== "string") return result;
      const found = await problemsAfter(servers, context, path).catch(() => null);
      return found === null ? result : withText(result, found);
    },
  };
}

type Found = { readonly server: string; readonly problems: ReturnType<typeof withSource> };

async function problemsAfter(
  servers: LanguageServers,
  context: ToolContext,
  path: string,
): Promise<Found | null> {
  const opened = await openFile(context, path);
  if (!opened.ok || opened.kind.packages === null) return null;
  const { kind, place, file } = opened;
  if ((await servers.modules(kind)) === null) return null;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(AFTER_EDIT_LIMIT_MS)]);
  const late = new Promise<null>((resolve) =>
    signal.addEventListener("abort", () => resolve(null), { once: true }),
  );
  const asked = servers.ask(kind, place, async (server) => await server.problems(file, signal));
  const problems = await Promise.race([asked, late]);
  return problems === null ? null : { server: kind.name, problems: withSource(problems, file.text) };
}

function withText(result: ToolResult, { server, problems }: Found): ToolResult {
  const shown = problems.slice(0, EDIT_PROBLEMS_MAX);
  const rest = problems.length - shown.length;
  const lines = [
    `${server} now finds in it: ${problemSummary(problems)}.`,
    ...problemLines(shown),
    ...(rest > 0 ? [`[${String(rest)} more are left out.]`] : []),
  ];
  return {
    ...result,
    output: `${result.output}\n${lines.join("\n")}`,
    metadata: { ...result.metadata, problems: shown, server },
  };
}
