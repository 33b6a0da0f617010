import { runMemoryCommand } from "../../memory/run-memory-command.ts";
import type { ChatCommand } from "../chat-command.ts";

/** `/memory WORDS`, `/memory list`, `/memory add TEXT`, `/memory remove ID`: searches and changes the memory of agents. */
export const memoryCommand: ChatCommand = {
  name: "memory",
  argument: "[words | list | add TEXT | remove ID]",
  description: "search, list, add or remove what agents remember",
  worksDuringRuns: true,
  run: async ({ runtime, scope }, terminal, argument) => {
    for (const line of await runMemoryCommand(runtime, scope, argument)) terminal.print(`  ${line}`);
    return "continue";
  },
};
