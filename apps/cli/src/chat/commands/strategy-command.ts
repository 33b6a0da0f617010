import { generalAgent } from "@goaltrace/core/agents";
import { STRATEGY_NAMES } from "@goaltrace/core/log";
import { withStrategy } from "@goaltrace/host";
import type { ChatCommand } from "../chat-command.ts";

/** `/strategy`, `/strategy NAME`: lists the strategies, or chooses the one of the next turns. */
export const strategyCommand: ChatCommand = {
  name: "strategy",
  argument: "[name]",
  description: "list the ways to work, or choose the one of the next turns",
  worksDuringRuns: true,
  run: async ({ strategy, setStrategy }, terminal, argument) => {
    if (argument === "") {
      for (const name of STRATEGY_NAMES) terminal.print(`  ${name === strategy() ? "▸" : " "} ${name}`);
      return "continue";
    }
    setStrategy(withStrategy(generalAgent, argument).strategy);
    terminal.print(`  The next turns use ${argument}.`, "quiet");
    return "continue";
  },
};
