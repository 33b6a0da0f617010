import { countOf } from "@goaltrace/core/log";
import type { McpServerView, Runtime, ServerProblem } from "@goaltrace/host";
import { localScope } from "../local-scope.ts";
import { findFolder } from "../read-input.ts";
import { withRuntime } from "../with-runtime.ts";
import type { Finding } from "./finding.ts";

/** Starts each MCP server of a folder and says whether it answers. A server that waits for an admin is not started. */
export async function checkServers(args: {
  readonly folder?: string | undefined;
  readonly workspace?: string | undefined;
}): Promise<readonly Finding[]> {
  const projectFolder = await findFolder(args.folder ?? ".");
  let findings: readonly Finding[] = [];
  await withRuntime(async (runtime) => {
    // A new installation has no workspace, and a check must not create one.
    if ((await runtime.database.workspaces.all()).length === 0) return;
    findings = await findingsOf(runtime, { projectFolder, workspace: args.workspace });
  });
  return findings;
}

async function findingsOf(
  runtime: Runtime,
  { projectFolder, workspace }: { readonly projectFolder: string; readonly workspace: string | undefined },
): Promise<readonly Finding[]> {
  const scope = await localScope(runtime, workspace);
  const { servers, problems } = await runtime.mcp.list(scope, projectFolder);
  const checked = await Promise.all(
    servers.map(async (server) =>
      server.isEnabled && !server.needsConsent
        ? await runtime.mcp.check(scope, { projectFolder, name: server.name })
        : server,
    ),
  );
  return [...checked.map(serverFinding), ...problems.map(problemFinding)];
}

/** Says what is wrong with a server as it was seen last, most severe first. */
export function serverFinding(server: McpServerView): Finding {
  const { name, tools } = server;
  const what = `MCP server ${name}`;
  if (!server.isEnabled) return { what, state: "ok", detail: "disabled" };
  if (server.needsConsent)
    return {
      ...{ what, state: "warn", detail: "a file of the project folder wants to start it" },
      fix: `Read that file, then goaltrace mcp approve ${name} --start`,
    };
  if (server.state !== "ready")
    return {
      ...{ what, state: "failed", detail: server.problem ?? server.state },
      fix: `Its log is under Settings, MCP servers. Runs continue without it.`,
    };
  const open = tools.filter(({ state }) => state !== "approved");
  const count = countOf(tools.length, "tool");
  if (server.isPinBroken || open.length > 0)
    return {
      ...{ what, state: "warn", detail: `answers with ${count}, ${waiting(server, open)}` },
      fix: `goaltrace mcp list --check shows them; goaltrace mcp approve ${name}`,
    };
  return { what, state: "ok", detail: `answers with ${count}, all approved` };
}

function waiting({ isPinBroken }: McpServerView, open: McpServerView["tools"]): string {
  if (isPinBroken) return "but its stored approvals are broken";
  const kinds = [...new Set(open.map(({ state }) => state))].join(", ");
  return `${open.length} of them not as approved (${kinds})`;
}

function problemFinding({ source, name, message }: ServerProblem): Finding {
  return {
    what: name === "" ? `MCP servers (${source})` : `MCP server ${name} (${source})`,
    ...{ state: "failed", detail: message, fix: "Correct its configuration." },
  };
}
