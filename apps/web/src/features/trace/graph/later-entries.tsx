"use client";
import { BOTTOM, glyphX } from "@goaltrace/core/graph";
import type { Storyboard } from "@goaltrace/core/graph";
import { ViewportPortal } from "@xyflow/react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useActions, useLog } from "../state/debugger-provider.tsx";

/** Below it, at the end of a long run, is space for the controls of the distance. */
const HEIGHT = 26;
const RIGHT_MARGIN = 20;

/** Shows, below the last line of an earlier moment, how much of the log came later. The rest of the graph does not show it. */
export function LaterEntries({ board }: { readonly board: Storyboard }): ReactElement | null {
  const translate = useTranslations("trace.graph");
  const { showMoment } = useActions();
  const later = useLog(({ isNow, model, fullModel }) =>
    isNow ? 0 : (fullModel.entries.at(-1)?.q ?? 0) - (model.entries.at(-1)?.q ?? 0),
  );
  if (later <= 0) return null;
  const x = glyphX(board.width, 0);
  return (
    <ViewportPortal>
      <p
        style={{
          ...{ height: HEIGHT, width: Math.max(1, board.width - x - RIGHT_MARGIN) },
          transform: `translate(${x}px, ${board.height - BOTTOM}px)`,
        }}
        className="absolute flex items-center justify-center gap-3 overflow-hidden rounded-md border border-dashed border-line-strong px-3 text-12 whitespace-nowrap text-ink-2"
      >
        {translate("later", { count: later })}
        <button
          type="button"
          onClick={() => {
            showMoment(null);
          }}
          className="nopan pointer-events-auto link"
        >
          {translate("showLater")}
        </button>
      </p>
    </ViewportPortal>
  );
}
