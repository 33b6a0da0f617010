"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";

type GateProblemsProps = {
  readonly problems: RouterOutputs["memory"]["check"]["problems"];
  readonly onReplace: (found: string, instead: string) => void;
};

/** The checks that an entry fails, each with its remedy where there is one. */
export function GateProblems({ problems, onReplace }: GateProblemsProps): ReactElement | null {
  const translate = useTranslations("memory");
  if (problems.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <FailedChecks problems={problems} label={translate("review.failed")} onReplace={onReplace} />
      <p className="text-12 text-ink-2">{translate("editor.saveAnyway")}</p>
    </div>
  );
}

type FailedChecksProps = Pick<GateProblemsProps, "problems"> & {
  readonly label: string;
  /** Offers the remedies of the checks. @default no remedy is offered */
  readonly onReplace?: GateProblemsProps["onReplace"];
};

/** The checks that an entry fails, one per line. */
export function FailedChecks({ problems, label, onReplace }: FailedChecksProps): ReactElement {
  const translate = useTranslations("memory");
  return (
    <ul aria-label={label} className="rounded-md border border-line">
      {problems.map(({ gate, found, instead }) => (
        <li
          key={`${gate} ${found}`}
          className="flex items-center gap-2 border-b border-line px-3 py-2 last:border-b-0"
        >
          <StatusGlyph status="failed" decorative />
          <span className="min-w-0 flex-1 text-12 [overflow-wrap:anywhere]">
            {translate(`gate.${gate}`, { found })}
          </span>
          {instead !== null && onReplace !== undefined && (
            <Button
              onClick={() => {
                onReplace(found, instead);
              }}
            >
              {translate("write", { text: instead })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
