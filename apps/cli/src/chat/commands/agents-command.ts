import { readRunTree } from "@goaltrace/host";
import { agentLines } from "../agent-lines.ts";
import type { ChatCommand } from "../chat-command.ts";

/** `/agents`: shows the sub-agents of the last run and the rest of their limits. */
export const agentsCommand: ChatCommand = {
  name: "agents",
  argument: "",
  description: "show the sub-agents with their state, time and cost",
  worksDuringRuns: true,
  run: async ({ runtime, scope, lastRun }, terminal) => {
    const last = await lastRun();
    const tree = last === null ? null : await readRunTree({ traces: runtime.stores.traces, scope }, last.id);
    for (const line of agentLines(tree?.runs ?? [], Date.now())) terminal.print(`  ${line}`);
    return "continue";
  },
};
