"use client";
import type { Diagnosis } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useLog } from "../state/debugger-provider.tsx";
import { problemsOf, retryReasons } from "./problem-lines.ts";
import { SequenceLink } from "./sequence-link.tsx";

/** The number of named reasons of retries. */
const REASONS = 2;

/** The first problems and the reasons of retries, in a few lines: the reasons of a run that did not fail are collapsed. */
export function FirstProblems({ diagnosis }: { readonly diagnosis: Diagnosis }): ReactElement | null {
  const translate = useTranslations("inspector.why");
  const model = useLog((log) => log.model);
  const problems = problemsOf(diagnosis, model.graph);
  const reasons = retryReasons(diagnosis).slice(0, REASONS);
  if (problems.length === 0 && reasons.length === 0) return null;
  return (
    <div className="px-4 pb-2 pl-9.5">
      {problems.map(({ sequence, tool, place, text, fate }, index) => (
        <SequenceLink
          key={sequence}
          sequence={sequence}
          aside={fate === "unknown" ? undefined : translate(`fate.${fate}`)}
        >
          {index === 0 && <span className="text-ink-3">{translate("first")} </span>}
          {tool !== "" && <code className="font-mono text-11">{tool}</code>}
          {tool !== "" && " "}
          {place !== "" && <span className="text-ink-2">{`${translate("in", { place })} `}</span>}
          {text}
        </SequenceLink>
      ))}
      {reasons.map(({ sequence, count, text }) => (
        <SequenceLink key={sequence} sequence={sequence} aside={count === 1 ? undefined : `×${count}`}>
          <span className="text-ink-3">{translate("retried")} </span>
          {text}
        </SequenceLink>
      ))}
    </div>
  );
}
