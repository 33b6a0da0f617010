import type { McpServerView, McpToolView, ServerProblem } from "@goaltrace/host";

const MARKS: Readonly<Record<McpToolView["state"], string>> = {
  approved: "✓",
  new: "+",
  changed: "!",
  gone: "-",
};
const MAX_DESCRIPTION = 100;

/** Returns the lines of servers and of what is wrong with others. */
export function serverLines(
  servers: readonly McpServerView[],
  problems: readonly ServerProblem[],
): readonly string[] {
  if (servers.length === 0 && problems.length === 0)
    return ["No MCP servers. Add one: goaltrace mcp add NAME -- COMMAND ARGUMENTS"];
  return [
    ...servers.flatMap(oneServer),
    ...problems.map(
      ({ source, name, message }) => `✗ ${name === "" ? "file" : name} (${source}): ${message}`,
    ),
  ];
}

function oneServer(server: McpServerView): readonly string[] {
  const { name, source, tools, identity } = server;
  const version = identity === null ? [] : [`${identity.name} ${identity.version}, ${identity.protocol}`];
  const head = [name, `(${source})`, stateOf(server), ...version].join(" ");
  return [head, ...(server.problem === null ? [] : [`  ${server.problem}`]), ...tools.map(toolLine)];
}

function stateOf({ isEnabled, needsConsent, isPinBroken, state }: McpServerView): string {
  if (!isEnabled) return "disabled";
  if (needsConsent) return "waits for your consent: goaltrace mcp approve NAME --start";
  return isPinBroken ? `${state}, approvals broken` : state;
}

function toolLine({ state, name, live, approved }: McpToolView): string {
  const description = ((live ?? approved)?.description ?? "").replace(/\s+/gu, " ").slice(0, MAX_DESCRIPTION);
  const note = state === "approved" ? "" : ` [${state}]`;
  return `  ${MARKS[state]} ${name}${note}${description === "" ? "" : `: ${description}`}`;
}
