"use client";
import { Target } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import type { PlanChanges } from "./chat-turn.ts";

/** Titles that a line names; the rest is counted. All are in its tooltip. */
const MAX_TITLES = 3;

/** Changes of the plan in one quiet line: "Planned 3 goals: …", "Goal 1 done: …". */
export function PlanLine({
  changes,
  href,
}: {
  readonly changes: PlanChanges;
  readonly href: string;
}): ReactElement {
  const translate = useTranslations("chat.plan");
  const { planned, ended } = changes;
  const sentences = [
    ...(planned.length === 0
      ? []
      : [
          translate("planned", {
            count: planned.length,
            titles: planned.slice(0, MAX_TITLES).join(", "),
            more: Math.max(0, planned.length - MAX_TITLES),
          }),
        ]),
    ...ended.map(({ number, title, status, text }) =>
      // The sentence has a period of its own.
      translate(status, {
        number: number ?? "no",
        text: (text === "" ? title : text).replace(/[.。]$/u, ""),
      }),
    ),
  ];
  const whole = [...planned, ...ended.map(({ number, title, text }) => [number, title, text].join(" "))].join(
    "\n",
  );
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
