import { toolFacts } from "@goaltrace/core/tools";
import { explainCall } from "@goaltrace/host";
import { defineCommand } from "citty";
import { askInTerminal } from "../ask-in-terminal.ts";
import { callTool } from "../call-tool.ts";
import { listenForProcessInterrupts } from "../listen-for-interrupts.ts";
import { localScope } from "../local-scope.ts";
import { findFolder, readTask } from "../read-input.ts";
import { repeatedOption } from "../run-options.ts";
import { standardOutput } from "../standard-output.ts";
import { toolLine } from "../tool-line.ts";
import { withRuntime } from "../with-runtime.ts";

const listCommand = defineCommand({
  meta: { name: "list", description: "List the tools of runs, and what rules decide about their calls" },
  args: {
    agent: { type: "string", description: "Agent name", default: "general" },
    folder: { type: "string", description: "Project folder (default: the current folder)" },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
    json: { type: "boolean", description: "Print one JSON line per tool, with the schema of its arguments" },
  },
  run: async ({ args }) => {
    const projectFolder = await findFolder(args.folder ?? ".");
    await withRuntime(async (runtime) => {
      const { workspaceId } = await localScope(runtime, args.workspace);
      for (const tool of (await runtime.toolsOf(workspaceId)).tools) {
        const { effect } = await explainCall(runtime, {
          ...{ workspaceId, conversationId: null, agent: args.agent, projectFolder },
          ...{ tool: tool.name, arguments: {} },
        });
        standardOutput.print(
          args.json === true
            ? JSON.stringify({ ...toolFacts(tool), arguments: undefined, effect })
            : toolLine({ name: tool.name, description: tool.description, effect }),
        );
      }
    });
  },
});

const callCommand = defineCommand({
  meta: { name: "call", description: "Call one tool, as a run would, and print its result" },
  args: {
    name: { type: "positional", description: "Tool name", required: true },
    args: { type: "string", description: "JSON object with the arguments; - reads it from standard input" },
    folder: { type: "string", description: "Project folder (default: the current folder)" },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
    allow: { type: "string", description: "TOOL or TOOL(PATTERN) that runs without asking; repeatable" },
    json: { type: "boolean", description: "Print the result as one JSON line" },
  },
  run: async ({ args, rawArgs }) => {
    const call = {
      ...{ tool: args.name, arguments: await readTask(args.args ?? "{}", process.stdin) },
      folder: await findFolder(args.folder ?? "."),
      ...{ allow: repeatedOption("allow", rawArgs), workspace: args.workspace, json: args.json === true },
    };
    const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY && args.json !== true;
    await withRuntime(async (runtime) => {
      process.exitCode = await callTool(runtime, call, {
        print: standardOutput.print,
        ask: isTerminal ? askInTerminal : null,
        listenForInterrupts: listenForProcessInterrupts,
      });
    });
  },
});

/** `goaltrace tools list`: lists the tools of runs. `goaltrace tools call NAME --args JSON`: calls one in a separate run. */
export const toolsCommand = defineCommand({
  meta: { name: "tools", description: "List the tools of runs, and call one" },
  subCommands: { call: callCommand, list: listCommand },
});
