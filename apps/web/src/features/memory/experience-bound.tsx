import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useFormat } from "../../lib/use-format.ts";
import type { ListedExperience } from "./experience-filter.ts";

/** The share from which experiences are used, in percent of the scale. */
const USED_FROM = 40;

/** The interval of the share of trials that work, on a scale from 0 to 1, with the mark from which experiences are used. */
export function ExperienceBound({ item }: { readonly item: ListedExperience }): ReactElement {
  const translate = useTranslations("experiences");
  const format = useFormat();
  const { low, high, state } = item;
  const label = translate("interval", { low: format.share(low), high: format.share(high) });
  const isQuiet = state === "retired" || state === "rejected";
  return (
    <span role="img" aria-label={label} title={label} className="relative block h-4">
      <span className="absolute inset-x-0 top-1.5 h-1 rounded-full bg-ink/8" />
      <span
        className={classNames("absolute top-1.5 h-1 rounded-full", isQuiet ? "bg-ink/18" : "bg-ink/28")}
        style={{ left: `${String(low * 100)}%`, width: `${String((high - low) * 100)}%` }}
      />
      <span
        className="absolute top-0.5 h-3 border-l border-dashed border-line-strong"
        style={{ left: `${String(USED_FROM)}%` }}
      />
      <span
        className={classNames("absolute top-0.5 h-3 w-0.5", isQuiet ? "bg-ink-3" : "bg-ink")}
        style={{ left: `${String(low * 100)}%` }}
      />
    </span>
  );
}

/** A bound as in statistics: ".79". */
export function formatBound(bound: number): string {
  return bound === 1 ? "1.00" : bound.toFixed(2).slice(1);
}
