"use client";
import { Target } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import type { PlanChange, PlanChanges } from "./chat-turn.ts";

/** Titles that a line names; the rest is counted. All are in its tooltip. */
const MAX_TITLES = 3;

/** Changes of the plan in one quiet line: "Planned 3 goals: …", "Goal 1 done: …", in the order of the log. */
export function PlanLine({
  changes,
  href,
}: {
  readonly changes: PlanChanges;
  readonly href: string;
}): ReactElement {
  const translate = useTranslations("chat.plan");
  const sentences = changes.map((change) => {
    switch (change.kind) {
      case "planned":
        return translate("planned", {
          count: change.titles.length,
          titles: change.titles.slice(0, MAX_TITLES).join(", "),
          more: Math.max(0, change.titles.length - MAX_TITLES),
        });
      case "revised":
        return translate("revised", { reason: withoutPeriod(change.reason) });
      case "ended": {
        const { number, title, status, text } = change;
        if (status === "abandoned")
          return translate("abandoned", {
            title,
            reason: withoutPeriod(text),
            hasReason: text === "" ? "no" : "yes",
          });
        return translate(status, { number: number ?? "no", text: withoutPeriod(text === "" ? title : text) });
      }
    }
  });
  const whole = changes.flatMap(wholeTexts).join("\n");
  return (
    <p title={whole} className="flex items-start gap-2 text-12 text-ink-2">
      <Icon icon={Target} size={14} className="mt-0.5 text-ink-3" />
      <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">
        <Link href={href} className="hover:text-ink hover:underline">
          {sentences.join(" ")}
        </Link>
      </span>
    </p>
  );
}

function wholeTexts(change: PlanChange): readonly string[] {
  switch (change.kind) {
    case "planned":
      return change.titles;
    case "revised":
      return [change.reason];
    case "ended":
      return [[change.number, change.title, change.text].filter(Boolean).join(" ")];
  }
}

/** The sentence has a period of its own. */
function withoutPeriod(text: string): string {
  return text.trim().replace(/[.。]$/u, "");
}
