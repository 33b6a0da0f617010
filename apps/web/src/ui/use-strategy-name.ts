"use client";
import { STRATEGY_NAMES } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";

/** Returns a function that names a strategy: in the language of the interface if it is built in, else as its program names it. */
export function useStrategyName(): (name: string) => string {
  const translate = useTranslations("common.strategy");
  return (name) => {
    const known = STRATEGY_NAMES.find((each) => each === name);
    return known === undefined ? name : translate(known);
  };
}
