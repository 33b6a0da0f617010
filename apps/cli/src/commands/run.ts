import { STRATEGY_NAMES } from "@goaltrace/core/log";
import { defineCommand } from "citty";
import { askInTerminal } from "../ask-in-terminal.ts";
import { listenForProcessInterrupts } from "../listen-for-interrupts.ts";
import { findFolder, readTask } from "../read-input.ts";
import { repeatedOption } from "../run-options.ts";
import { runTask } from "../run-task.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace run "<task>"`: executes one run and prints its progress to standard output. */
export const runCommand = defineCommand({
  meta: { name: "run", description: "Run a task and print its progress" },
  args: {
    task: {
      type: "positional",
      description: "Task for the agent; - reads it from standard input",
      required: true,
    },
    json: { type: "boolean", description: "Print one JSON line per log entry and request to people" },
    wait: {
      type: "boolean",
      description: "Wait for decisions in the inbox where the terminal cannot ask",
    },
    model: { type: "string", description: "Model reference; a comma-separated list adds fallbacks" },
    agent: { type: "string", description: "Agent name", default: "general" },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
    folder: {
      type: "string",
      description: "Project folder for the file tools (default: the current folder)",
    },
    "max-steps": { type: "string", description: "Maximum number of steps" },
    budget: {
      type: "string",
      description: "Most that the run may use, such as 0.50usd,200ktok,10m,30steps (default: no budget)",
    },
    tools: {
      type: "string",
      description: "Comma-separated tool names the run may use (default: all)",
    },
    allow: {
      type: "string",
      description: "TOOL or TOOL(PATTERN) that runs without asking; repeatable",
    },
    strategy: {
      type: "string",
      description: `How the agent works: ${STRATEGY_NAMES.join(", ")} (default: as the agent says)`,
    },
    mode: { type: "string", description: "agent (default), or call for a single model call without tools" },
    context: {
      type: "string",
      description: "NAME=VALUE stored with the run; repeatable; VALUE is JSON or text",
    },
  },
  async run({ args, rawArgs }) {
    const runArguments = {
      ...args,
      task: await readTask(args.task, process.stdin),
      folder: await findFolder(args.folder ?? "."),
      context: repeatedOption("context", rawArgs),
      allow: repeatedOption("allow", rawArgs),
    };
    const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY && args.json !== true;
    await withRuntime(async (runtime) => {
      process.exitCode = await runTask(runtime, runArguments, {
        print: standardOutput.print,
        ask: isTerminal ? askInTerminal : null,
        listenForInterrupts: (interrupt) => {
          const stopListening = listenForProcessInterrupts(interrupt);
          const stopWatching = standardOutput.onFailure(() => interrupt("The output was closed"));
          return () => {
            stopListening();
            stopWatching();
          };
        },
      });
    });
  },
});
