import { GoaltraceError } from "../errors.ts";
import { react } from "./react.ts";
import type { Strategy } from "../loop/strategy.ts";

const STRATEGIES: readonly Strategy[] = [react];

/** The strategy of an agent by name. Throws CONFIGURATION_INVALID naming those there are. */
export function findStrategy(name: string): Strategy {
  const strategy = STRATEGIES.find((strategy) => strategy.name === name);
  if (strategy !== undefined) return strategy;
  throw new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `There is no strategy "${name}"`,
    fix: `Use one of: ${STRATEGIES.map((strategy) => strategy.name).join(", ")}.`,
  });
}
