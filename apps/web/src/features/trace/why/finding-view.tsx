"use client";
import type { EqualCalls, Finding } from "@goaltrace/core/diagnose";
import { CircleX, Gauge, Hand, History, Repeat, RotateCw, Split, TriangleAlert, Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { EndView } from "./end-view.tsx";
import { MissingView } from "./missing-view.tsx";
import { Reason } from "./reason.tsx";
import { SequenceLink, SequenceNumbers } from "./sequence-link.tsx";

/** The number of rows of one kind that are initially shown. */
const ROWS = 4;

export type FindingProps = {
  readonly finding: Finding;
  /** Whether another reason names a fix that comes before that of the end. */
  readonly hasBetterFix: boolean;
};

/** One reason, with links to its evidence. */
export function FindingView({ finding, hasBetterFix }: FindingProps): ReactElement {
  const translate = useTranslations("inspector.why");
  const format = useFormat();
  const equal = useEqualCalls();
  switch (finding.kind) {
    case "missing":
      return <MissingView finding={finding} />;
    case "end":
      return <EndView finding={finding} hasBetterFix={hasBetterFix} />;
    case "failed_goals":
      return (
        <Reason icon={TriangleAlert} tone="error" title={translate("failedGoals")}>
          {finding.goals.map((goal) => (
            <SequenceLink key={goal.goalId} sequence={goal.sequence}>
              {goal.text}
            </SequenceLink>
          ))}
        </Reason>
      );
    case "first_wrong":
      return (
        <Reason
          icon={Split}
          tone={finding.recovered ? "warn" : "error"}
          title={translate(finding.recovered ? "firstRecovered" : "firstWrong")}
          aside={translate(`what.${finding.what}`)}
        >
          <SequenceLink sequence={finding.sequence}>{finding.text}</SequenceLink>
          {finding.recovered && <p className="py-1 text-12 text-ink-2">{translate("wentOn")}</p>}
          {finding.fix !== null && <p className="py-1 text-12">{finding.fix}</p>}
          {finding.before.length > 0 && (
            <>
              <p className="pt-1 text-11 text-ink-3">{translate("before")}</p>
              {finding.before.map((entry) => (
                <SequenceLink key={entry.sequence} sequence={entry.sequence} className="text-ink-2">
                  {entry.text}
                </SequenceLink>
              ))}
            </>
          )}
        </Reason>
      );
    case "loop":
      return (
        <Reason
          icon={Repeat}
          tone={finding.action === "polling" ? "muted" : "warn"}
          title={translate(finding.action === "polling" ? "polling" : "loop", { count: finding.count })}
          aside={finding.cost === null ? format.cost(null) : format.cost(finding.cost)}
        >
          <p className="py-1 text-12">
            {translate(`detector.${finding.detector}`)} {finding.calls !== null && `${equal(finding.calls)} `}
            {translate(`action.${finding.action}`)}
          </p>
          <p className="rounded-sm bg-sunken px-2 py-1 font-mono text-11 [overflow-wrap:anywhere]">
            {finding.evidence}
          </p>
          <p className="pt-1 text-12 text-ink-2">
            {translate("where")} <SequenceNumbers sequences={finding.sequences} />
          </p>
        </Reason>
      );
    case "limit":
      return (
        <Reason icon={Gauge} tone="warn" title={translate(`limit.${finding.limit}`)}>
          <SequenceLink sequence={finding.sequence}>
            {translate("limitUsed", {
              used: amount(finding.limit, finding.used, format),
              allowed: amount(finding.limit, finding.allowed, format),
            })}
          </SequenceLink>
        </Reason>
      );
    case "denied":
    case "interrupted_calls":
      return (
        <Reason
          icon={finding.kind === "denied" ? Hand : Unplug}
          tone="warn"
          title={translate(finding.kind, { count: finding.calls.length })}
        >
          {finding.calls.slice(0, ROWS).map((call) => (
            <SequenceLink key={call.sequence} sequence={call.sequence}>
              <code className="font-mono text-11">{call.toolName}</code> {call.text}
            </SequenceLink>
          ))}
          <More entries={finding.calls.slice(ROWS)} />
        </Reason>
      );
    case "retries":
      return (
        <Reason
          icon={RotateCw}
          tone="muted"
          title={translate("retries", { count: finding.count })}
          aside={translate("lost", { time: format.duration(finding.lostMs) })}
        >
          {finding.reasons.map((reason) => (
            <p key={reason.failure.code} className="py-1 text-12 [overflow-wrap:anywhere]">
              {reason.failure.message} <SequenceNumbers sequences={reason.sequences} />
            </p>
          ))}
        </Reason>
      );
    case "resumed":
      return (
        <Reason icon={History} tone="warn" title={translate("resumed")}>
          <SequenceLink sequence={finding.sequence}>{finding.reason}</SequenceLink>
          {finding.journal.length > 0 && (
            <ul className="text-12">
              {finding.journal.map((line) => (
                <li key={line.toolCallId} className="flex items-baseline gap-2 py-0.5">
                  <code className="flex-none font-mono text-11">{line.toolName}</code>
                  <span className={line.state === "unknown" ? "text-warn" : "text-ink-2"}>
                    {translate(`effect.${line.state}`)}
                  </span>
                  <span className="text-ink-3">{translate(`resolution.${line.resolution}`)}</span>
                </li>
              ))}
            </ul>
          )}
        </Reason>
      );
    case "tool_errors":
      return (
        <Reason icon={CircleX} tone="error" title={translate("toolErrors", { count: finding.count })}>
          {finding.tools.map((tool) => (
            <div key={tool.toolName}>
              {tool.places.slice(0, 2).map((entry) => (
                <SequenceLink key={entry.sequence} sequence={entry.sequence}>
                  <code className="font-mono text-11">{tool.toolName}</code> {entry.text}
                </SequenceLink>
              ))}
              <More entries={tool.places.slice(2)} />
            </div>
          ))}
        </Reason>
      );
  }
}

/** Returns the words for how equal calls ended: their number, then one part per outcome. */
function useEqualCalls(): (calls: EqualCalls) => string {
  const translate = useTranslations("inspector.why.equalCalls");
  return ({ succeeded, failed, denied }) => {
    const parts = [
      succeeded > 0 && translate("succeeded", { count: succeeded }),
      failed > 0 && translate("failed", { count: failed }),
      denied > 0 && translate("denied", { count: denied }),
    ].filter((part) => part !== false);
    return translate("all", { count: succeeded + failed + denied, parts: parts.join(translate("comma")) });
  };
}

function amount(
  limit: Extract<Finding, { kind: "limit" }>["limit"],
  value: number,
  format: ReturnType<typeof useFormat>,
): string {
  if (limit === "duration") return format.duration(value);
  return limit === "steps" ? format.count(value) : format.tokens(value);
}

function More({
  entries,
}: {
  readonly entries: readonly { readonly sequence: number }[];
}): ReactElement | null {
  const translate = useTranslations("inspector.why");
  if (entries.length === 0) return null;
  return (
    <p className="py-1 text-12 text-ink-3">
      {translate("more", { count: entries.length })}{" "}
      <SequenceNumbers sequences={entries.map((entry) => entry.sequence)} most={6} />
    </p>
  );
}
