"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../lib/trace-address.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Link } from "../../ui/link.tsx";
import { useRuleTrial } from "./use-rule-trial.ts";
import type { ProposedRule, Trial, TrialChange } from "./use-rule-trial.ts";

export type RuleTrialProps = { readonly workspace: string; readonly proposed: ProposedRule };

/** The effect that a proposed rule would have had in the last 30 days of the log, with links to calls. Started by the person. */
export function RuleTrial({ workspace, proposed }: RuleTrialProps): ReactElement {
  const translate = useTranslations("permissions.trial");
  const { trial, start, stop } = useRuleTrial(workspace, proposed);
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3" aria-label={translate("title")}>
      <div className="flex flex-wrap items-center gap-2">
        {trial?.state === "running" ? (
          <Button onClick={stop}>{translate("stop")}</Button>
        ) : (
          <Button onClick={start}>{translate("start")}</Button>
        )}
        <p role="status" className="min-w-0 text-12 text-ink-2">
          {trial === null ? translate("hint") : <Progress trial={trial} />}
        </p>
      </div>
      {trial?.state === "failed" && <FailureNote error={trial.error} call="load" />}
      {trial !== null &&
        trial.changes.map((change) => (
          <Change key={`${change.before} ${change.after}`} workspace={workspace} change={change} />
        ))}
    </section>
  );
}

function Progress({ trial }: { readonly trial: Trial }): ReactElement {
  const translate = useTranslations("permissions.trial");
  const format = useFormat();
  const { state, calls, readBackTo } = trial;
  const back = readBackTo === null ? translate("now") : format.moment(readBackTo);
  const changed = trial.changes.reduce((sum, change) => sum + change.calls, 0);
  return (
    <>
      {state === "done" ? translate("done", { calls, changed }) : translate(state, { calls, changed, back })}
    </>
  );
}

type ChangeProps = { readonly workspace: string; readonly change: TrialChange };

function Change({ workspace, change }: ChangeProps): ReactElement {
  const translate = useTranslations("permissions.trial");
  const format = useFormat();
  const { before, after, calls, examples } = change;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-12 font-semibold">{translate(`changes.${after}`, { calls, before })}</h3>
      <ul>
        {examples.map(({ traceId, sequence, goalId, at, call }, index) => (
          <li key={index} className="flex min-w-0 items-baseline gap-2 text-12">
            <Link
              className="link min-w-0 truncate font-mono"
              href={traceHref(workspace, traceId, { goalId, sequence })}
            >
              {call}
            </Link>
            <span className="flex-none text-ink-3">{format.moment(at)}</span>
          </li>
        ))}
      </ul>
      {calls > examples.length && (
        <p className="text-12 text-ink-3">{translate("more", { count: calls - examples.length })}</p>
      )}
    </div>
  );
}
