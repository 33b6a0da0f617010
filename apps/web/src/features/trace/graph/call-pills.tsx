"use client";
import { COLUMN_GAP } from "@goaltrace/core/graph";
import type { Point } from "@goaltrace/core/graph";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useDebugger } from "../debugger-context.ts";
import { toolIcon } from "../../../ui/tool-icon.ts";
import { firstCalls } from "./card-view.ts";
import { useGraphActions } from "./graph-actions.ts";

const PILL_LIMIT = 2;

/** The first calls of a collapsed edge, shown below its chip in the near view. */
export function CallPills({ edgeId, at }: { readonly edgeId: string; readonly at: Point }): ReactElement {
  const { model } = useDebugger();
  const { selectSequence } = useGraphActions();
  return (
    <div
      className="graph-fixed pointer-events-none absolute z-10 flex origin-top -translate-x-1/2 animate-appear flex-col gap-1 pt-4"
      style={{ left: at.x, top: at.y, width: `calc(${COLUMN_GAP - 28}px * var(--zoom, 1))` }}
    >
      {firstCalls(model.graph, edgeId, PILL_LIMIT).map((call) => (
        <button
          key={call.callId}
          type="button"
          tabIndex={-1}
          onClick={() => {
            selectSequence(call.sequence);
          }}
          className="nopan pointer-events-auto flex h-6 items-center gap-1.5 rounded-sm border border-line bg-raised px-1.5 text-11 hover:border-ink-3"
        >
          <Icon icon={toolIcon(call.name)} size={12} className="text-ink-2" />
          <span className="flex-none font-mono">{call.name}</span>
          <span
            className={classNames("min-w-0 truncate", call.outcome === "error" ? "text-error" : "text-ink-2")}
          >
            {call.description}
          </span>
        </button>
      ))}
    </div>
  );
}
