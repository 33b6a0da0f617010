"use client";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { isWarning } from "./skill-types.ts";
import type { SkillFix, SkillProblem } from "./skill-types.ts";

type SkillProblemsProps = {
  readonly problems: readonly (SkillProblem & { readonly fix?: SkillFix | null })[];
  /** Makes the change that resolves a problem. */
  readonly onFix?: (fix: SkillFix) => void;
};

/** The problems of a skill: refusals and warnings, each with its line, and with a button where the change is known. */
export function SkillProblems({ problems, onFix }: SkillProblemsProps): ReactElement {
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
          <span className="flex min-w-0 flex-col items-start [overflow-wrap:anywhere]">
            <span>
              {problem.line !== null && (
                <span className="font-semibold">{translate("line", { line: problem.line })} </span>
              )}
              {translate(`problem.${problem.code}`, { found: problem.found })}
            </span>
            {problem.fix != null && onFix !== undefined && (
              <Button
                variant="ghost"
                className="-ml-2"
                onClick={() => {
                  if (problem.fix != null) onFix(problem.fix);
                }}
              >
                {translate("fix", { text: problem.fix.to })}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
