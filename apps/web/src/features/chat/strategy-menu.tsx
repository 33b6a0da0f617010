"use client";
import { STRATEGY_NAMES } from "@goaltrace/core/log";
import { ListTree } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useStrategyName } from "../../ui/use-strategy-name.ts";
import { ChoiceMenu } from "./composer-choices.tsx";
import type { StrategyChoice } from "./use-strategy-choice.ts";

/** A menu for the strategy of the next turn: how the agent thinks before it acts. */
export function StrategyMenu({
  choice,
  isBusy,
}: {
  readonly choice: StrategyChoice;
  /** Whether the controls of a run need the room. */
  readonly isBusy: boolean;
}): ReactElement {
  const translate = useTranslations("chat.strategy");
  const nameOf = useStrategyName();
  return (
    <ChoiceMenu
      short={isBusy ? "everywhere" : "narrow"}
      icon={ListTree}
      caption={translate("caption")}
      current={nameOf(choice.strategy)}
      value={choice.strategy}
      options={STRATEGY_NAMES.map((value) => ({ value, label: translate(`long.${value}`) }))}
      onChange={choice.choose}
    />
  );
}
