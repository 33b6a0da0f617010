"use client";
import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { STUCK_HEADER_HEIGHT } from "./stuck-parts.ts";
import type { StuckView } from "./stuck-parts.ts";

export type StuckHeadersProps = {
  readonly view: StuckView;
  readonly onTop: () => void;
  readonly onSelect: (goalId: string) => void;
};

/** Headers at the top of the graph, over the lines below them. */
export function StuckHeaders({ view, onTop, onSelect }: StuckHeadersProps): ReactElement {
  const translate = useTranslations("trace.graph");
  return (
    <div
      className="nopan pointer-events-auto absolute inset-x-0 top-0 z-4 border-b border-line bg-page"
      aria-hidden="true"
    >
      {view.above > 0 && (
        <button
          type="button"
          tabIndex={-1}
          onClick={onTop}
          className="absolute top-1 right-5 flex h-5 items-center gap-1 rounded-full border border-line-strong bg-page px-2 text-11 text-ink-2 hover:border-ink-3 hover:text-ink"
        >
          <Icon icon={ArrowUp} size={12} />
          {translate("goalsAbove", { count: view.above })}
        </button>
      )}
      {view.rows.map(({ id, goalId, status, number, title, indent }) => (
        <button
          key={id}
          type="button"
          tabIndex={-1}
          onClick={() => {
            onSelect(goalId);
          }}
          style={{ height: STUCK_HEADER_HEIGHT, paddingLeft: indent }}
          className="flex w-full items-center gap-2 pr-36 text-left text-12 hover:bg-ink/4"
        >
          <StatusGlyph status={status} decorative />
          {number !== null && <span className="text-ink-3">{number}</span>}
          <span className="truncate font-semibold">{title}</span>
        </button>
      ))}
    </div>
  );
}
