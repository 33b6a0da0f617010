"use client";
import type { OutlineEntry } from "@goaltrace/core/log";
import { FoldVertical } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { TimeScale } from "./timeline-plot.tsx";

export type TimelineCompactionsProps = {
  readonly entries: readonly OutlineEntry[];
  readonly scale: TimeScale;
  readonly onSelect: (sequence: number) => void;
};

/** The compactions: a solid and a dashed line through all lanes, with a mark on the axis that opens the record. */
export function TimelineCompactions({ entries, scale, onSelect }: TimelineCompactionsProps): ReactElement {
  const translate = useTranslations("trace.timeline");
  const format = useFormat();
  const pixels = scale.width / Math.max(1, scale.to - scale.from);
  return (
    <>
      {entries.map((entry) => {
        if (entry.k !== "compacted" || entry.t < scale.from || entry.t > scale.to) return null;
        const name = translate("compaction", {
          sequence: entry.q,
          before: format.tokens(entry.before),
          after: format.tokens(entry.after),
        });
        return (
          <div
            key={entry.q}
            className="pointer-events-none absolute inset-y-0 w-0"
            style={{ left: (entry.t - scale.from) * pixels }}
          >
            <span aria-hidden="true" className="absolute inset-y-0 left-0 border-l border-ink-2" />
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-[3px] border-l border-dashed border-ink-3"
            />
            <button
              type="button"
              aria-label={name}
              title={name}
              className="pointer-events-auto absolute bottom-1 -left-3 flex size-6 items-center justify-center rounded-sm border border-ink-3 bg-page hover:border-ink"
              onClick={(event) => {
                event.stopPropagation();
                onSelect(entry.q);
              }}
            >
              <Icon icon={FoldVertical} size={12} />
            </button>
          </div>
        );
      })}
    </>
  );
}
