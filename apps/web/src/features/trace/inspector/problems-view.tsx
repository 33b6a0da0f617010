"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import type { ShownProblem } from "./problems.ts";

const TONES = { error: "text-error", warning: "text-warn", information: "text-ink-3" } as const;

/** Problems of a file, each below its line. */
export function ProblemsView({ problems }: { readonly problems: readonly ShownProblem[] }): ReactElement {
  const translate = useTranslations("inspector.entry");
  if (problems.length === 0) return <p className="text-12 text-ink-2">{translate("noProblems")}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {problems.map(({ severity, line, column, code, message, source }, index) => (
        <li key={index} className="min-w-0 rounded-md bg-sunken px-3 py-2 text-11">
          <p className="flex gap-3 font-mono leading-5">
            <span className="shrink-0 text-ink-3">{`${String(line)}:${String(column)}`}</span>
            <code className="min-w-0 truncate">{source}</code>
          </p>
          <p className="text-12 whitespace-pre-wrap [overflow-wrap:anywhere]">
            <span className={classNames("font-medium", TONES[severity])}>
              {translate(`severity.${severity}`)}
            </span>
            {code !== null && <span className="font-mono text-11 text-ink-3">{` ${code}`}</span>}
            {` ${message}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
