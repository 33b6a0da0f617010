"use client";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { Range } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Note } from "../../../ui/note.tsx";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import { RuntimeSwitch } from "../parts/runtime-switch.tsx";
import { LongestCallsOfRun } from "../timeline/longest-calls.tsx";
import { PlanRow } from "./plan-row.tsx";
import { TranscriptEntry } from "./transcript-entry.tsx";
import { TranscriptHeading } from "./transcript-heading.tsx";
import { firstSequence, headingOf, itemIndexOf, requiredBlocks, transcriptOf } from "./transcript-items.ts";
import type { TranscriptItem } from "./transcript-items.ts";
import { usePreviews } from "./use-previews.ts";

export type TranscriptViewProps = {
  readonly hits: ReadonlySet<number>;
  /** Keeps the newest entry visible while the run is active. */
  readonly following: boolean;
  /** Shows the details of a call that was selected by hand, on phones. */
  readonly onInspect?: () => void;
};

const HEADING_HEIGHT = 36;
const ENTRY_HEIGHT = 40;
const OVERSCAN = 6;

/** The run as a transcript by goal: prompts, reasoning, tool calls and answers. */
export function TranscriptView({ hits, following, onInspect }: TranscriptViewProps): ReactElement {
  const translate = useTranslations("trace.transcript");
  const view = useView(({ sequence, goal, runtime }) => ({ sequence, goal, runtime }));
  const { selectSequence, reportWindow } = useActions();
  const { model, onlyGoals } = useLog(({ model, onlyGoals }) => ({ model, onlyGoals }));
  const { items, headings, firstHeadings, runtimeCount } = transcriptOf(model.entries, {
    runtime: view.runtime,
    only: onlyGoals,
  });
  const scroller = useRef<HTMLDivElement>(null);
  // The same functions for a list that grows: the virtualizer computes all rows again for others.
  const keyOf = useCallback((index: number) => items[index]?.key ?? index, [items]);
  const [openOutputs, setOpenOutputs] = useState<ReadonlySet<number>>(new Set());
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === "goal" ? HEADING_HEIGHT : ENTRY_HEIGHT),
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollPaddingStart: HEADING_HEIGHT,
    rangeExtractor: (range: Range) => {
      const rows = defaultRangeExtractor(range);
      const stuck = headingOf(headings, range.startIndex);
      return stuck === null || rows.includes(stuck) ? rows : [stuck, ...rows];
    },
  });
  const visible = virtualizer.getVirtualItems();
  const shown = visible.flatMap((item) => items[item.index] ?? []);
  const previews = usePreviews(requiredBlocks(shown));

  const selected = view.sequence === null ? -1 : itemIndexOf(items, view.sequence);
  const goalHeading = firstHeadings.get(view.goal ?? "") ?? -1;
  useEffect(() => {
    if (selected >= 0) virtualizer.scrollToIndex(selected, { align: "auto" });
    else if (view.sequence === null && goalHeading >= 0)
      virtualizer.scrollToIndex(goalHeading, { align: "start" });
    // Only a new selection scrolls; live entries must not move what the person is reading.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view.sequence, view.goal]);
  useEffect(() => {
    if (following && items.length > 0) virtualizer.scrollToIndex(items.length - 1, { align: "end" });
  }, [following, items.length, virtualizer]);

  const { range } = virtualizer;
  const stuck = headingOf(headings, range?.startIndex ?? 0);
  const first = sequenceNear(items, range?.startIndex ?? 0, 1);
  const last = sequenceNear(items, range?.endIndex ?? 0, -1);
  useEffect(() => {
    reportWindow(first === null || last === null ? null : { from: first, to: last });
    return () => {
      reportWindow(null);
    };
  }, [first, last, reportWindow]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current || event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : null;
    if (direction === null) return;
    const from = selected < 0 ? (range?.startIndex ?? 0) - direction : selected;
    const next = sequenceNear(items, from + direction, direction);
    event.preventDefault();
    if (next !== null) selectSequence(next);
  };

  if (items.length === 0)
    return (
      <EmptyState className="p-6" title={translate("empty")}>
        {translate("emptyHint")}
      </EmptyState>
    );
  return (
    <div className="flex h-full min-h-0 flex-col">
      {previews.error && (
        <Note tone="error">
          <span className="flex items-center gap-2">
            {translate("failed", { message: previews.error.message })}
            <Button variant="ghost" onClick={previews.retry}>
              {translate("retry")}
            </Button>
          </span>
        </Note>
      )}
      <div className="flex min-h-9 flex-none items-center gap-3 border-b border-line px-4 phone:hidden">
        <LongestCallsOfRun className="flex-1" />
        <span className="ml-auto flex-none">
          <RuntimeSwitch count={runtimeCount} />
        </span>
      </div>
      <div
        ref={scroller}
        role="region"
        tabIndex={0}
        aria-label={translate("label")}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
      >
        <ol className="relative mx-auto max-w-190" style={{ height: virtualizer.getTotalSize() }}>
          {visible.map((line) => {
            const item = items[line.index];
            if (!item) return null;
            return (
              <li
                key={line.key}
                ref={virtualizer.measureElement}
                data-index={line.index}
                aria-setsize={items.length}
                aria-posinset={line.index + 1}
                className={line.index === stuck ? "sticky top-0 z-10 bg-page" : "absolute inset-x-0 top-0"}
                style={line.index === stuck ? undefined : { transform: `translateY(${line.start}px)` }}
              >
                {item.kind === "goal" ? (
                  <TranscriptHeading goalId={item.goalId} again={item.again} />
                ) : item.kind === "plan" ? (
                  <PlanRow
                    item={item}
                    selected={line.index === selected}
                    onSelect={() => {
                      selectSequence(item.sequence);
                    }}
                  />
                ) : (
                  <TranscriptEntry
                    entry={item.entry}
                    preview={previews.bySequence.get(item.entry.q)}
                    selected={line.index === selected}
                    hit={hits.has(item.entry.q)}
                    open={openOutputs.has(item.entry.q)}
                    onToggle={() => {
                      setOpenOutputs((before) => withToggled(before, item.entry.q));
                    }}
                    onSelect={() => {
                      selectSequence(item.entry.q);
                      if (item.entry.k === "tool") onInspect?.();
                    }}
                  />
                )}
              </li>
            );
          })}
        </ol>
      </div>
    </div>
  );
}

/** Returns the sequence of an item, or of the nearest entry beyond it in a direction. */
function sequenceNear(items: readonly TranscriptItem[], from: number, direction: 1 | -1): number | null {
  for (let index = from; index >= 0 && index < items.length; index += direction) {
    const item = items[index];
    if (item !== undefined && item.kind !== "goal") return firstSequence(item);
  }
  return null;
}

function withToggled(open: ReadonlySet<number>, sequence: number): ReadonlySet<number> {
  const next = new Set(open);
  if (!next.delete(sequence)) next.add(sequence);
  return next;
}
