"use client";
import type { GraphCall, GraphTurn } from "@goaltrace/core/graph";
import { useVirtualizer } from "@tanstack/react-virtual";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import type { ReactElement } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useLog, useView } from "../state/debugger-provider.tsx";
import { callBracket, CallRow, TurnRow } from "../parts/open-edge-rows.tsx";
import type { Bracket } from "../parts/open-edge-rows.tsx";

type Line =
  | { readonly kind: "turn"; readonly turn: GraphTurn }
  | { readonly kind: "call"; readonly call: GraphCall; readonly bracket: Bracket };

const LINE_HEIGHT = 24;
const OVERSCAN = 10;

/** All turns and calls of an edge. Only the visible ones are mounted. Opens at the selection, closes on Escape. */
export function CallDrawer({
  goalId,
  onClose,
}: {
  readonly goalId: string;
  readonly onClose: () => void;
}): ReactElement {
  const translate = useTranslations("trace.edge");
  const view = useView(({ sequence }) => ({ sequence }));
  const model = useLog((log) => log.model);
  const scroller = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const edge = model.graph.edges.get(goalId);
  const lines = useMemo(() => {
    return toLines(edge?.turns ?? []);
  }, [edge]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN,
  });
  const chosen =
    view.sequence === null ? -1 : lines.findIndex((line) => lineSequence(line) === view.sequence);
  useEffect(() => {
    if (chosen >= 0) virtualizer.scrollToIndex(chosen, { align: "auto" });
    // Only a new selection scrolls; new turns below must not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen]);
  useEffect(() => {
    panel.current?.focus();
  }, [goalId]);
  const title = model.graph.goals.get(goalId)?.title ?? "";
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={translate("drawer", { title })}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
      className="nowheel absolute top-5 right-0 bottom-0 z-20 flex w-[min(480px,80%)] animate-appear flex-col border-l border-line bg-page outline-none"
    >
      <header className="flex h-9 flex-none items-center gap-2 border-b border-line pr-1 pl-4 text-12">
        <h3 className="min-w-0 truncate font-semibold">{title}</h3>
        <span className="flex-none text-ink-3">
          {translate("allTurns", { turns: edge?.totals.turns ?? 0, calls: edge?.totals.calls ?? 0 })}
        </span>
        <span className="ml-auto" />
        <IconButton label={translate("closeDrawer")} icon={X} size="small" onClick={onClose} />
      </header>
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-auto py-1 pl-3 text-12"
        tabIndex={0}
        role="group"
        aria-label={title}
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const line = lines[item.index];
            return line === undefined ? null : (
              <div
                key={item.key}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {line.kind === "turn" ? (
                  <TurnRow turn={line.turn} />
                ) : (
                  <CallRow call={line.call} bracket={line.bracket} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function toLines(turns: readonly GraphTurn[]): readonly Line[] {
  return turns.flatMap((turn) => [
    { kind: "turn" as const, turn },
    ...turn.calls.map((call, index) => ({
      kind: "call" as const,
      call,
      bracket: callBracket(index, turn.calls.length),
    })),
  ]);
}

function lineSequence(line: Line): number {
  return line.kind === "turn" ? line.turn.sequence : line.call.sequence;
}
