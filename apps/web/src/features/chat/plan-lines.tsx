"use client";
import { Lightbulb, type LucideIcon, SearchCheck, Target } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import type { PlanChange, PlanChanges } from "./chat-turn.ts";

/** The number of titles in a line: all of a plan that a strategy makes. The rest of a longer list is counted, and the tooltip shows all of it. */
const MAX_TITLES = 12;

const ICONS: Readonly<Record<PlanChange["kind"], LucideIcon>> = {
  ...{ planned: Target, ended: Target, revised: Target },
  ...{ lesson: Lightbulb, missing: SearchCheck, reviewed: SearchCheck },
};

/**
 * Changes to the plan and what was learned about it, each in a quiet line: "Planned 3 goals: …", "Goal 1 done: …", "Lesson: …", in the order of
 * the log. `hrefOf` returns the address of an entry in the trace.
 */
export function PlanLines({
  changes,
  hrefOf,
}: {
  readonly changes: PlanChanges;
  readonly hrefOf: (sequence: number) => string;
}): ReactElement {
  const sentence = useSentence();
  return (
    <ul className="flex flex-col gap-1 text-12 text-ink-2">
      {changes.map((change, index) => (
        <li key={index} title={wholeText(change)} className="flex items-start gap-2">
          <Icon icon={ICONS[change.kind]} size={14} className="mt-0.5 text-ink-3" />
          {/* The answer directly above contains the whole result of a goal. */}
          <span
            className={classNames(
              "min-w-0 [overflow-wrap:anywhere]",
              change.kind === "ended" && change.status === "completed" && "line-clamp-2",
            )}
          >
            <Link href={hrefOf(change.sequence)} className="hover:text-ink hover:underline">
              {sentence(change)}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}

function useSentence(): (change: PlanChange) => string {
  const translate = useTranslations("chat.plan");
  return (change) => {
    switch (change.kind) {
      case "planned":
        return translate("planned", {
          count: change.titles.length,
          titles: change.titles.slice(0, MAX_TITLES).join(", "),
          more: Math.max(0, change.titles.length - MAX_TITLES),
        });
      case "revised":
        return translate("revised", { reason: withoutPeriod(change.reason) });
      case "lesson":
        return translate("lesson", { text: withoutPeriod(change.text) });
      case "missing":
        return translate("missing", { number: change.number ?? "no", text: withoutPeriod(change.text) });
      case "reviewed": {
        const { round, outcome, count } = change;
        return translate(`reviewed.${outcome}`, { round, count, text: withoutPeriod(change.text) });
      }
      case "ended": {
        const { number, title, status, text, verified } = change;
        if (status === "abandoned")
          return translate("abandoned", {
            title,
            reason: withoutPeriod(text),
            hasReason: text === "" ? "no" : "yes",
          });
        return translate(status, {
          number: number ?? "no",
          text: withoutPeriod(text === "" ? title : text),
          verified: verified === null ? "unknown" : verified ? "yes" : "no",
        });
      }
    }
  };
}

function wholeText(change: PlanChange): string {
  switch (change.kind) {
    case "planned":
      return change.titles.join("\n");
    case "revised":
      return change.reason;
    case "lesson":
    case "missing":
    case "reviewed":
      return change.text;
    case "ended":
      return [change.number, change.title, change.text].filter(Boolean).join(" ");
  }
}

/** The sentence already ends with a period. */
function withoutPeriod(text: string): string {
  return text.trim().replace(/[.。]$/u, "");
}
