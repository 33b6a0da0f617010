"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { PlanChange } from "./plan-changes.ts";

/** The plan changes of a call, as sentences instead of JSON. */
export function PlanChangesView({ steps }: { readonly steps: readonly PlanChange[] }): ReactElement {
  const translate = useTranslations("inspector.goalStep");
  return (
    <ol className="text-12">
      {steps.map((step, index) => (
        <li key={index} className="border-l border-line py-1 pl-3">
          <span className="text-ink-3">{translate(step.op)}</span>
          {step.goal !== null && <span className="ml-2 tabular-nums">{step.goal}</span>}
          {step.titles.map((title) => (
            <span key={title} className="ml-2 block font-semibold first-of-type:inline">
              {title}
            </span>
          ))}
          {step.text !== null && <p className="[overflow-wrap:anywhere] text-ink-2">{step.text}</p>}
        </li>
      ))}
    </ol>
  );
}
