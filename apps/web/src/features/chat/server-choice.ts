import { allToolsOf, isServerTool, listsTool } from "@goaltrace/core/log";

/** The tools of one MCP server that an agent may use. */
export type OfferedServer = {
  readonly server: string;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
};

/** The tools of MCP servers that a conversation may use, by name or as `server__*`; null for all, including those that are added later. */
export type ChosenTools = readonly string[] | null;

/** Returns how many tools of a server are chosen. */
export function chosenOf(chosen: ChosenTools, { tools }: OfferedServer): number {
  return chosen === null ? tools.length : tools.filter(({ name }) => listsTool(chosen, name)).length;
}

/** Returns the choice with all or none of a server's tools. */
export function withServer(
  chosen: ChosenTools,
  server: OfferedServer,
  { isChosen, offered }: { readonly isChosen: boolean; readonly offered: readonly OfferedServer[] },
): ChosenTools {
  const others = withoutTools(chosen ?? everything(offered), server);
  return normal(isChosen ? [...others, allToolsOf(server.server)] : others, offered);
}

/** Returns the choice with or without one tool of a server. */
export function withTool(
  chosen: ChosenTools,
  tool: { readonly name: string; readonly server: OfferedServer },
  { isChosen, offered }: { readonly isChosen: boolean; readonly offered: readonly OfferedServer[] },
): ChosenTools {
  const { server } = tool;
  const before = chosen ?? everything(offered);
  const own = server.tools
    .map(({ name }) => name)
    .filter((name) => (name === tool.name ? isChosen : listsTool(before, name)));
  const all = own.length === server.tools.length ? [allToolsOf(server.server)] : own;
  return normal([...withoutTools(before, server), ...all], offered);
}

/** Returns the names of the servers of which a choice contains tools. */
export function serversOf(chosen: readonly string[]): readonly string[] {
  const servers = chosen.filter(isServerTool).map((name) => name.replace(/__.*$/u, ""));
  return [...new Set(servers)];
}

/** Reads a choice that a tab stores as text; empty for all. */
export function readChoice(text: string): ChosenTools {
  return text === "" ? null : text.split(",").filter(isServerTool);
}

/** Returns a choice as text. The text of an empty choice differs from the empty text, which means all. */
export function writeChoice(chosen: ChosenTools): string {
  return chosen === null ? "" : `,${chosen.join(",")}`;
}

function everything(offered: readonly OfferedServer[]): readonly string[] {
  return offered.map(({ server }) => allToolsOf(server));
}

function withoutTools(chosen: readonly string[], { server }: OfferedServer): readonly string[] {
  return chosen.filter((name) => !name.startsWith(allToolsOf(server).slice(0, -1)));
}

/** A choice of everything includes servers that are added later. */
function normal(chosen: readonly string[], offered: readonly OfferedServer[]): ChosenTools {
  return everything(offered).every((name) => chosen.includes(name)) ? null : chosen;
}
