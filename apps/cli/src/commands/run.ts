import { GoaltraceError, generalAgent } from "@goaltrace/core";
import { defineCommand } from "citty";
import { runTask } from "../run-task.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace run "<task>"`: one run to its end, watched on standard output (O13). */
export const runCommand = defineCommand({
  meta: { name: "run", description: "Run a task to its end and print what happens" },
  args: {
    task: { type: "positional", description: "What the agent shall do", required: true },
    json: { type: "boolean", description: "Print one JSON line per log entry" },
    model: { type: "string", description: "Model reference; several, separated by commas, are fallbacks" },
    agent: { type: "string", description: "Agent by name", default: "general" },
    workspace: { type: "string", description: "Workspace by its short name" },
    folder: {
      type: "string",
      description: "Project folder for the file tools (default: the current folder)",
    },
    "max-steps": { type: "string", description: "Most model calls of this run" },
  },
  async run({ args }) {
    if (args.agent !== generalAgent.name)
      throw new GoaltraceError({
        code: "NOT_FOUND",
        message: `There is no agent "${args.agent}".`,
        fix: `Use: ${generalAgent.name}.`,
      });
    await withRuntime(async (runtime) => {
      process.exitCode = await runTask(runtime, args, (line) => void process.stdout.write(`${line}\n`));
    });
  },
});
