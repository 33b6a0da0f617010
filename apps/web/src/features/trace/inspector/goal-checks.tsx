"use client";
import type { OutlineEntry, OutlineOf } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useActions, useLog } from "../state/debugger-provider.tsx";
import { Section } from "./facts.tsx";

const TONES = { verified: "text-ok", unverified: "text-warn", not_done: "text-warn" } as const;

/** The findings of each check of a goal, in the order of the log; nothing for a goal that was never checked. */
export function GoalChecks({ goalId }: { readonly goalId: string }): ReactElement | null {
  const translate = useTranslations("trace.goal");
  const { selectSequence } = useActions();
  const model = useLog((log) => log.model);
  const checks = useMemo(() => checksOf(model.entries, goalId), [model, goalId]);
  if (checks.length === 0) return null;
  return (
    <Section title={translate("checks")}>
      <ol>
        {checks.map(({ q: sequence, verdict, d: missing }, index) => (
          <li key={sequence}>
            <button
              type="button"
              onClick={() => {
                selectSequence(sequence);
              }}
              className="flex min-h-7 w-full gap-2 rounded-sm px-1 py-1 text-left text-12 hover:bg-ink/4 phone:min-h-11"
            >
              <span className="flex-none text-ink-3">{`#${sequence}`}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className={classNames(TONES[verdict])}>
                  {translate(`verdict.${verdict}`, { round: index + 1 })}
                </span>
                {missing !== "" && <span className="block text-ink-2">{missing}</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function checksOf(entries: readonly OutlineEntry[], goalId: string): readonly OutlineOf<"claim">[] {
  return entries.filter(
    (entry): entry is OutlineOf<"claim"> => entry.k === "claim" && entry.goalId === goalId,
  );
}
