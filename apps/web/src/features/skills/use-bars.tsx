"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useNow } from "../../lib/use-now.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;

/** The loads of the last 30 days, a bar per day of UTC. */
export function UseBars({ days }: { readonly days: Readonly<Record<string, number>> }): ReactElement {
  const translate = useTranslations("skills");
  const now = useNow(DAY_MS) ?? 0;
  const counts = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(now - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return days[day] ?? 0;
  });
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <div role="img" aria-label={translate("loads", { count: total })} className="flex h-8 items-end gap-0.5">
      {counts.map((count, index) => (
        <span
          key={index}
          className={`min-h-px flex-1 ${count === 0 ? "bg-line-strong" : "bg-ink-3"}`}
          style={{ height: `${String((count / most) * 100)}%` }}
        />
      ))}
    </div>
  );
}
