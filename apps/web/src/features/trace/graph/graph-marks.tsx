"use client";
import type { CompactionMark } from "@goaltrace/core/graph";
import { BookDown, BookUp, FoldVertical } from "lucide-react";
import { useTranslations } from "next-intl";
import type { CSSProperties, ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";

export type CompactionLineProps = {
  readonly compaction: CompactionMark;
  /** The length of the line, in screen pixels. */
  readonly height: number;
  readonly onSelect: (sequence: number) => void;
};

/** A compaction: a line across the graph with its sizes. The label opens its record. */
export function CompactionLine({ compaction, height, onSelect }: CompactionLineProps): ReactElement {
  const translate = useTranslations("trace.compaction");
  const format = useFormat();
  const sizes = { before: format.tokens(compaction.before), after: format.tokens(compaction.after) };
  return (
    <div className="relative flex w-0 justify-center" style={{ height }}>
      <span aria-hidden="true" className="absolute inset-y-0 left-0 border-l border-ink-2" />
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-[3px] border-l border-dashed border-ink-3"
      />
      <button
        type="button"
        title={translate("title", { ...sizes, messages: compaction.messages })}
        onClick={() => {
          onSelect(compaction.sequence);
        }}
        className="pointer-events-auto absolute top-2 inline-flex h-5 items-center gap-1 rounded-sm border border-ink-3 bg-page px-1.5 text-11 whitespace-nowrap text-ink hover:border-ink"
      >
        <Icon icon={FoldVertical} size={12} />
        {translate("label", sizes)}
        <span className="sr-only">{translate("messages", { count: compaction.messages })}</span>
      </button>
    </div>
  );
}

/** A memory port on the lower border of a card: reads on the left, writes on the right. */
export function MemoryPort({
  direction,
  count,
  onClick,
}: {
  readonly direction: "read" | "write";
  readonly count: number;
  readonly onClick: () => void;
}): ReactElement {
  const translate = useTranslations("trace.graph");
  return (
    <button
      type="button"
      onClick={onClick}
      className="nopan pointer-events-auto inline-flex h-4 items-center gap-1 rounded-[8px] border border-line-strong bg-page px-1.5 text-11 leading-none text-ink-2 hover:border-ink-3 hover:text-ink"
    >
      <Icon icon={direction === "read" ? BookDown : BookUp} size={12} />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">
        {translate(direction === "read" ? "memoryRead" : "memoryWritten", { count })}
      </span>
    </button>
  );
}

/** The hue of a lane. The root lane has none. */
export type LaneHue = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The name of an agent's lane, with a tick in the hue of the lane. */
export function LaneLabel({
  name,
  detail,
  hue,
}: {
  readonly name: string;
  readonly detail?: string;
  readonly hue: LaneHue;
}): ReactElement {
  const style: CSSProperties = { backgroundColor: hue === 0 ? "var(--ink-3)" : `var(--lane-${hue})` };
  return (
    <span className="inline-flex h-4 items-center gap-1.5 text-11 leading-4 whitespace-nowrap text-ink-2">
      <span aria-hidden="true" className="h-[3px] w-2 rounded-[1px]" style={style} />
      {name}
      {detail !== undefined && <span className="text-ink-3">{detail}</span>}
    </span>
  );
}
