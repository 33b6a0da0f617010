"use client";
import { STRATEGY_NAMES, type StrategyName } from "@goaltrace/core/log";
import { useSessionText } from "../../lib/session-text.ts";

/** The strategy of the next turn. */
export type StrategyChoice = {
  readonly strategy: StrategyName;
  /** The strategy that a person chose; null for that of the last turn or the agent. */
  readonly chosen: StrategyName | null;
  readonly choose: (name: string) => void;
};

/** Returns the choice of one conversation: the selection in this tab, else the strategy of its last run, else that of the agent. */
export function useStrategyChoice(
  workspace: string,
  conversation: { readonly id: string | null; readonly last: string | null; readonly own: string | null },
): StrategyChoice {
  const [text, choose] = useSessionText(`chat.strategy.${workspace}.${conversation.id ?? ""}`);
  const chosen = builtIn(text) ?? null;
  const kept = builtIn(conversation.last) ?? builtIn(conversation.own);
  return { strategy: chosen ?? kept ?? STRATEGY_NAMES[0], chosen, choose };
}

/** The built-in strategy with this name; undefined for a strategy of an embedding program, or none. */
function builtIn(name: string | null): StrategyName | undefined {
  return STRATEGY_NAMES.find((each) => each === name);
}
