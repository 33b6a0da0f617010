import { GoaltraceError } from "../errors.ts";
import { auto } from "./auto.ts";
import { createPlanExecute } from "./plan-execute.ts";
import { createReflect } from "./reflect.ts";
import { react } from "./react.ts";
import { createRewoo } from "./rewoo.ts";
import type { Strategy } from "../loop/strategy.ts";
import { toolTrial } from "./tool-trial.ts";

const STRATEGIES: readonly Strategy[] = [react, auto, createPlanExecute(), createReflect(), createRewoo()];

/** The names of the strategies that agents may have. */
export const STRATEGY_NAMES: readonly string[] = STRATEGIES.map(({ name }) => name);

/** Returns an agent's strategy by name, built-in or `added`. Throws CONFIGURATION_INVALID with the available names. */
export function findStrategy(name: string, added: readonly Strategy[] = []): Strategy {
  // One that a program configured comes before the built-in one of its name.
  const strategies = [...added, ...STRATEGIES];
  const strategy = [...strategies, toolTrial].find((candidate) => candidate.name === name);
  if (strategy !== undefined) return strategy;
  throw new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `Unknown strategy "${name}"`,
    fix: `Use one of: ${strategies.map((candidate) => candidate.name).join(", ")}.`,
  });
}
