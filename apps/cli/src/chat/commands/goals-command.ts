import { formatGoals } from "@goaltrace/core";
import { foldGoals } from "@goaltrace/core/goals";
import { readLog } from "@goaltrace/core/reading";
import type { ChatCommand } from "../chat-command.ts";

/** `/goals`: shows the plan. */
export const goalsCommand: ChatCommand = {
  name: "goals",
  argument: "",
  description: "show the plan with its goals",
  worksDuringRuns: true,
  run: async (session, terminal) => {
    const last = await session.lastRun();
    const entries =
      last === null
        ? []
        : await readLog({ traces: session.runtime.stores.traces, scope: session.scope }, last);
    const goals = foldGoals(last?.task ?? "", entries);
    terminal.print(goals.goals.size > 1 ? formatGoals(goals) : "  There are no goals yet.");
    return "continue";
  },
};
