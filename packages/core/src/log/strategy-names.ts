/** The built-in strategies by name, the default first. Stored with runs: names never change. */
export const STRATEGY_NAMES = ["react", "auto", "plan-execute", "reflect", "rewoo"] as const;
export type StrategyName = (typeof STRATEGY_NAMES)[number];
