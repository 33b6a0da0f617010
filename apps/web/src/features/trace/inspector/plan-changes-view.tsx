"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { PlanChange } from "./plan-changes.ts";

/** The plan changes of a call, as sentences instead of JSON. */
export function PlanChangesView({ changes }: { readonly changes: readonly PlanChange[] }): ReactElement {
  const translate = useTranslations("inspector.goalStep");
  return (
    <ol className="text-12">
      {changes.map((change, index) => (
        <li key={index} className="border-l border-line py-1 pl-3">
          <span className="text-ink-3">{translate(change.op)}</span>
          {change.goal !== null && <span className="ml-2 tabular-nums">{change.goal}</span>}
          {change.titles.map((title) => (
            <span key={title} className="ml-2 block font-semibold first-of-type:inline">
              {title}
            </span>
          ))}
          {change.text !== null && <p className="[overflow-wrap:anywhere] text-ink-2">{change.text}</p>}
        </li>
      ))}
    </ol>
  );
}
