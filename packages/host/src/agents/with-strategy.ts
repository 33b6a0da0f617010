import { GoaltraceError } from "@goaltrace/core";
import type { AgentSnapshot } from "@goaltrace/core/log";
import { nearestName } from "@goaltrace/core/nearest-name";
import { STRATEGY_NAMES } from "@goaltrace/core/log";

/** Returns the agent with the strategy of one run. Default: its own. Throws INVALID_INPUT with the nearest name for an unknown one. */
export function withStrategy(agent: AgentSnapshot, strategy: string | undefined): AgentSnapshot {
  if (strategy === undefined || strategy === agent.strategy) return agent;
  if (STRATEGY_NAMES.some((name) => name === strategy)) return { ...agent, strategy };
  const near = nearestName(strategy, STRATEGY_NAMES);
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `There is no strategy "${strategy.slice(0, 80)}"`,
    fix: near === undefined ? `Use one of: ${STRATEGY_NAMES.join(", ")}.` : `Did you mean ${near}?`,
  });
}

/** Returns the agent with the strategy of an earlier run of the same agent, if it is a built-in one. */
export function keepStrategy(
  agent: AgentSnapshot,
  before: Pick<AgentSnapshot, "name" | "strategy"> | undefined,
): AgentSnapshot {
  if (before === undefined || before.name !== agent.name) return agent;
  const { strategy } = before;
  return STRATEGY_NAMES.some((name) => name === strategy) ? { ...agent, strategy } : agent;
}
