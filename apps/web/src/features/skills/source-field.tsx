"use client";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { CONTROL_CLASS } from "../../ui/input.tsx";
import { isWarning } from "./skill-types.ts";
import type { SkillProblem } from "./skill-types.ts";

type SourceFieldProps = {
  readonly label: string;
  readonly source: string;
  readonly problems: readonly Pick<SkillProblem, "code" | "line">[];
  readonly onChange: (source: string) => void;
};

const MAX_CHARACTERS = 200_000;
/** The text is rendered twice at the same place, so that each number and mark is next to its line however lines wrap. */
const TEXT = "font-mono text-12 leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]";
const SIDES = "pr-3 pl-12";
const FOCUS =
  "focus-within:border-accent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent";

/** A text field for a SKILL.md with numbered lines, those with problems marked. */
export function SourceField({ label, source, problems, onChange }: SourceFieldProps): ReactElement {
  return (
    <div className={classNames(CONTROL_CLASS, FOCUS, "h-full min-h-60 overflow-y-auto")}>
      <div className="relative min-h-full py-2">
        <div aria-hidden="true" className={classNames(TEXT, "text-transparent")}>
          {source.split("\n").map((text, index) => {
            const found = problems.filter(({ line }) => line === index + 1);
            const mark = found.length === 0 ? "" : found.every(isWarning) ? "bg-warn-soft" : "bg-error-soft";
            return (
              <div key={index} className={classNames("relative", SIDES, mark)}>
                <span className="absolute left-0 w-9 text-right text-ink-3 select-none">{index + 1}</span>
                {text === "" ? " " : text}
              </div>
            );
          })}
        </div>
        <textarea
          aria-label={label}
          spellCheck={false}
          maxLength={MAX_CHARACTERS}
          value={source}
          className={classNames(
            ...[TEXT, SIDES],
            "absolute inset-0 size-full resize-none overflow-hidden bg-transparent py-2 text-ink outline-none",
          )}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      </div>
    </div>
  );
}
