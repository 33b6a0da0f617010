import { GoaltraceError, generalAgent } from "@goaltrace/core";
import { defineCommand } from "citty";
import { listenForProcessInterrupts } from "../listen-for-interrupts.ts";
import { repeatedOption } from "../run-options.ts";
import { runTask } from "../run-task.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace run "<task>"`: one run to its end, watched on standard output. */
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
    tools: {
      type: "string",
      description: "The only tools it may use, by name with commas between (default: all)",
    },
    mode: { type: "string", description: "agent, or call for one model call without tools" },
    context: {
      type: "string",
      description: "NAME=VALUE to keep with the run; repeatable; the value is JSON or text",
    },
  },
  async run({ args, rawArgs }) {
    if (args.agent !== generalAgent.name)
      throw new GoaltraceError({
        code: "NOT_FOUND",
        message: `There is no agent "${args.agent}".`,
        fix: `Use: ${generalAgent.name}.`,
      });
    const typed = { ...args, context: repeatedOption("context", rawArgs) };
    await withRuntime(async (runtime) => {
      process.exitCode = await runTask(runtime, typed, {
        print: (line) => void process.stdout.write(`${line}\n`),
        listenForInterrupts: listenForProcessInterrupts,
      });
    });
  },
});
