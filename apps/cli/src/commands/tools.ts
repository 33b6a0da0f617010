import { inputSchema } from "@goaltrace/core/context";
import { explainCall } from "@goaltrace/host";
import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import { findFolder } from "../read-input.ts";
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
      for (const tool of runtime.tools.tools) {
        const { effect } = await explainCall(runtime, {
          ...{ workspaceId, conversationId: null, agent: args.agent, projectFolder },
          ...{ tool: tool.name, arguments: {} },
        });
        const { name, description, annotations } = tool;
        const schema = inputSchema(tool);
        standardOutput.print(
          args.json === true
            ? JSON.stringify({ name, description, effect, annotations, inputSchema: schema })
            : toolLine({ name, description, effect }),
        );
      }
    });
  },
});

/** `goaltrace tools list`: lists the tools of runs. Runs nothing. */
export const toolsCommand = defineCommand({
  meta: { name: "tools", description: "List the tools of runs" },
  subCommands: { list: listCommand },
});
