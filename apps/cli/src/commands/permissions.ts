import { explainCall } from "@goaltrace/host";
import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import { printExplanation } from "../print-explanation.ts";
import { findFolder } from "../read-input.ts";
import { parseAllow, parseCallArguments, repeatedOption } from "../run-options.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

/** The tool whose calls are command lines. */
const COMMAND_TOOL = "bash_command";

const explainCommand = defineCommand({
  meta: { name: "explain", description: "Explain how a tool call would be decided, and by which rule" },
  args: {
    tool: {
      type: "positional",
      description: 'Tool name, or a command line: "npm test && git push"',
      required: true,
    },
    arguments: {
      type: "positional",
      description: "JSON object with the arguments of the call",
      default: "{}",
    },
    conversation: { type: "string", description: "Conversation id, for its mode and rules (default: none)" },
    agent: { type: "string", description: "Agent name", default: "general" },
    folder: { type: "string", description: "Project folder (default: the current folder)" },
    allow: { type: "string", description: "Rule as for run --allow; repeatable" },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
    json: { type: "boolean", description: "Print one JSON line" },
  },
  run: async ({ args, rawArgs }) => {
    // Names of tools have no spaces.
    const isCommand = /\s/u.test(args.tool.trim());
    const input = isCommand ? { command: args.tool } : parseCallArguments(args.arguments);
    const allow = parseAllow(repeatedOption("allow", rawArgs));
    const projectFolder = await findFolder(args.folder ?? ".");
    await withRuntime(async (runtime) => {
      const { workspaceId } = await localScope(runtime, args.workspace);
      const explanation = await explainCall(runtime, {
        ...{ workspaceId, conversationId: args.conversation ?? null, agent: args.agent, projectFolder },
        ...{ allow, tool: isCommand ? COMMAND_TOOL : args.tool, arguments: input },
      });
      standardOutput.print(args.json === true ? JSON.stringify(explanation) : printExplanation(explanation));
    });
  },
});

/** `goaltrace permissions explain <tool> [arguments]`, `explain "<command line>"`: explains decisions about tool calls. Runs nothing. */
export const permissionsCommand = defineCommand({
  meta: { name: "permissions", description: "Explain permission decisions" },
  subCommands: { explain: explainCommand },
});
