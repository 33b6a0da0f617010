import type { ReactElement } from "react";
import { isWarning } from "./skill-types.ts";
import type { SkillProblem } from "./skill-types.ts";

type SourceLinesProps = { readonly source: string; readonly problems: readonly SkillProblem[] };

/** The number of lines shown of a long text: problems are in the front matter, at its start. */
const SHOWN_LINES = 60;

/** The text of a SKILL.md with numbered lines, those with problems marked. */
export function SourceLines({ source, problems }: SourceLinesProps): ReactElement {
  return (
    <pre tabIndex={0} className="overflow-auto rounded-md bg-sunken py-2 font-mono text-12">
      {source
        .split("\n")
        .slice(0, SHOWN_LINES)
        .map((text, index) => {
          const found = problems.filter(({ line }) => line === index + 1);
          const mark = found.length === 0 ? "" : found.every(isWarning) ? "bg-warn-soft" : "bg-error-soft";
          return (
            <span key={index} className={`grid grid-cols-[3rem_minmax(0,1fr)] pr-3 ${mark}`}>
              <span aria-hidden="true" className="pr-3 text-right text-ink-3 select-none">
                {index + 1}
              </span>
              <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text || " "}</span>
            </span>
          );
        })}
    </pre>
  );
}
