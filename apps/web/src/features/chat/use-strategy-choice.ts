"use client";
import { STRATEGY_NAMES, type StrategyName } from "@goaltrace/core/log";
import { useSessionText } from "./session-text.ts";

/** The strategy of the next turn. */
export type StrategyChoice = {
  readonly strategy: StrategyName;
  readonly choose: (name: string) => void;
};

/** Returns the choice of one conversation: the selection in this tab, else the strategy of its last run, else the default. */
export function useStrategyChoice(
  workspace: string,
  conversation: { readonly id: string | null; readonly last: string | null },
): StrategyChoice {
  const [chosen, choose] = useSessionText(`chat.strategy.${workspace}.${conversation.id ?? ""}`);
  return { strategy: builtIn(chosen) ?? builtIn(conversation.last) ?? STRATEGY_NAMES[0], choose };
}

/** The built-in strategy of this name; undefined for one that a program brought, or none. */
function builtIn(name: string | null): StrategyName | undefined {
  return STRATEGY_NAMES.find((each) => each === name);
}
