"use client";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Icon } from "../../ui/icon.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { isWarning } from "./skill-types.ts";
import type { SkillProblem } from "./skill-types.ts";

/** The problems of a skill: refusals and warnings, each with its line. */
export function SkillProblems({ problems }: { readonly problems: readonly SkillProblem[] }): ReactElement {
  const translate = useTranslations("skills");
  const inOrder = problems.toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0));
  return (
    <ul className="flex flex-col">
      {inOrder.map((problem, index) => (
        <li key={index} className="flex items-start gap-2 border-b border-line py-2 last:border-b-0">
          <span className="mt-0.5 flex-none">
            {isWarning(problem) ? (
              <Icon icon={TriangleAlert} size={14} className="text-warn" />
            ) : (
              <StatusGlyph status="failed" decorative />
            )}
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {problem.line !== null && (
              <span className="font-semibold">{translate("line", { line: problem.line })} </span>
            )}
            {translate(`problem.${problem.code}`, { found: problem.found })}
          </span>
        </li>
      ))}
    </ul>
  );
}
