import { findAgent } from "@goaltrace/host";
import { defineCommand } from "citty";
import { type AgentLine, agentLines, agentRow, toJson, warningLine } from "../agents/agent-lines.ts";
import { localScope } from "../local-scope.ts";
import { findFolder } from "../read-input.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

const place = {
  json: { type: "boolean", description: "Print one JSON line per agent" },
  workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
  folder: { type: "string", description: "Project folder (default: the current folder)" },
} as const;

const listCommand = defineCommand({
  meta: { name: "list", description: "List the agents with one line each" },
  args: place,
  run: async ({ args }) => {
    await printAgents(args, ({ agents }) => agents.map(args.json === true ? toJson : agentRow));
  },
});

const showCommand = defineCommand({
  meta: { name: "show", description: "Show an agent: its layers, instructions, tools and limits" },
  args: { name: { type: "positional", description: "Agent name", required: true }, ...place },
  run: async ({ args }) => {
    await printAgents(args, (all) => {
      const agent = findAgent(all, args.name);
      return args.json === true ? [toJson(agent)] : agentLines(agent);
    });
  },
});

/** Prints lines about the agents of a workspace and a project folder, and on standard error what is wrong with files of the folder. */
async function printAgents(
  args: { readonly workspace?: string | undefined; readonly folder?: string | undefined },
  lines: AgentLine,
): Promise<void> {
  const projectFolder = await findFolder(args.folder ?? ".");
  await withRuntime(async (runtime) => {
    const { workspaceId } = await localScope(runtime, args.workspace);
    const all = await runtime.readAgents({ workspaceId, projectFolder });
    for (const line of lines(all)) standardOutput.print(line);
    for (const warning of all.warnings) process.stderr.write(`${warningLine(warning)}\n`);
  });
}

/** `goaltrace agents list|show`: the agents that can run and be handed work here, and where each part of them comes from. */
export const agentsCommand = defineCommand({
  meta: { name: "agents", description: "List and show agents" },
  subCommands: { list: listCommand, show: showCommand },
});
