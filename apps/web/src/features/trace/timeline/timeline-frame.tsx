"use client";
import { textWidth } from "@goaltrace/core/graph";
import type { WaterfallRow } from "@goaltrace/core/graph";
import type { CSSProperties, ReactElement, ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";
import type { AgentTimings } from "./use-agent-timings.ts";
import type { TimelineFacts, TimelineScene } from "./timeline-scene.ts";

const INDENT = 16;
/** Deeper goals are not indented further. */
const MOST_INDENTS = 5;
export const LABEL_GAP = 6;
export const LABEL_SIZE = 11;
/** Keeps a label legible over the lines of the plot. */
export const LABEL_HALO = "rounded-sm bg-page/85";

export type RowContext = {
  readonly facts: TimelineFacts;
  readonly scene: TimelineScene;
  readonly isPhone: boolean;
  readonly isAggregated: boolean;
  readonly plotWidth: number;
  readonly largestContext: number;
  readonly agents: AgentTimings;
  /** The runs of the tree as they are now, by trace; none at an earlier moment. */
  readonly runs: ReadonlyMap<string, TreeRun>;
  /** Folds or unfolds a goal, or the sub-agent with this trace. */
  readonly onToggle: (id: string) => void;
};

export type RowProps = {
  readonly row: WaterfallRow;
  readonly index: number;
  readonly isSelected: boolean;
  readonly context: RowContext;
  readonly onSelect: (row: WaterfallRow) => void;
};

/** The id of a row in the document, for the focus of the grid. */
export function rowId(index: number): string {
  return `timeline-row-${String(index)}`;
}

type Cells = {
  readonly name: ReactNode;
  readonly plot: ReactNode;
  readonly ledger: ReactNode;
  readonly label: string;
  readonly title: string;
  readonly expanded: boolean | null;
};

/** The cells of a row: its name, the plot and its figures. */
export function Frame({
  row,
  index,
  isSelected,
  context,
  onSelect,
  ...cells
}: RowProps & Cells): ReactElement {
  const { isPhone, isAggregated } = context;
  const indent = 8 + Math.min(MOST_INDENTS, row.depth) * INDENT;
  const style: CSSProperties = { top: row.y, height: row.height };
  return (
    <div
      role="row"
      id={rowId(index)}
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      aria-rowindex={index + 1}
      aria-label={cells.label}
      {...(cells.expanded === null ? {} : { "aria-expanded": cells.expanded })}
      style={style}
      onClick={() => {
        onSelect(row);
      }}
      className={classNames(
        "absolute inset-x-0 cursor-default text-12",
        isPhone
          ? "grid grid-cols-[minmax(0,1fr)_64px] items-start pt-1"
          : isAggregated
            ? "grid grid-cols-[300px_minmax(0,1fr)_252px] items-center"
            : "grid grid-cols-[300px_minmax(0,1fr)_188px] items-center",
        isSelected ? "bg-accent/10 shadow-[inset_2px_0_var(--accent)]" : "hover:bg-ink/4",
      )}
    >
      <span
        role="rowheader"
        title={cells.title}
        style={{ paddingLeft: indent }}
        className={classNames("flex min-w-0 items-center gap-1.5 pr-2", !isPhone && "h-full")}
      >
        {cells.name}
      </span>
      {!isPhone && (
        <span role="gridcell" className="relative h-full min-w-0 overflow-hidden">
          {cells.plot}
        </span>
      )}
      <span role="gridcell" className="flex items-center justify-end pr-4 text-11 tabular-nums">
        {cells.ledger}
      </span>
    </div>
  );
}

/** The label beside a span: after it, or before it where it would leave the plot. */
export function SpanLabel({
  text,
  span,
  context: { scene, plotWidth },
}: {
  readonly text: string;
  readonly span: { readonly from: number; readonly to: number };
  readonly context: RowContext;
}): ReactElement {
  const x = (time: number): number => scene.scale.x(time) - scene.left;
  // The width of a text is an estimate.
  const width = textWidth(text, LABEL_SIZE) + LABEL_GAP;
  const [from, to] = [x(span.from), x(span.to)];
  const isAfter = to + LABEL_GAP + width <= plotWidth || from < width + LABEL_GAP;
  return (
    <span
      style={isAfter ? { left: to + LABEL_GAP } : { right: plotWidth - from + LABEL_GAP }}
      className={classNames(
        "absolute top-1/2 -translate-y-1/2 text-11 whitespace-nowrap text-ink-2 tabular-nums",
        LABEL_HALO,
      )}
    >
      {text}
    </span>
  );
}
