"use client";
import { DISTANCES, nextDistance } from "@goaltrace/core/graph";
import type { Distance } from "@goaltrace/core/graph";
import { useStore } from "@xyflow/react";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { GraphKey, GraphKeyButton } from "./graph-key.tsx";
import { RUN_COMMANDS } from "../shell/run-commands.ts";

/** Free height below the last line, in pixels, from which the key is shown. */
const KEY_ROOM = 40;

/** The distance of the graph, which determines the detail of each goal; and the key of its marks, where the graph leaves space for it. */
export function DistanceControls({
  distance,
  contentHeight,
  onDistance,
  onFit,
}: {
  /** Null until the graph has a size. */
  readonly distance: Distance | null;
  /** Height of the whole storyboard in pixels. */
  readonly contentHeight: number;
  readonly onDistance: (distance: Distance) => void;
  readonly onFit: () => void;
}): ReactElement {
  const translate = useTranslations("trace.graph");
  const hasRoom = useStore(({ height, transform }) => height - contentHeight - transform[1] >= KEY_ROOM);
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-2 z-5 flex items-center justify-end pr-4">
      {distance !== null && hasRoom && <GraphKey distance={distance} />}
      <div className="nopan pointer-events-auto flex h-7 flex-none items-center rounded-md border border-line bg-raised">
        {distance !== null && <GraphKeyButton distance={distance} />}
        <IconButton
          label={translate("farther")}
          shortcut={keyHint(RUN_COMMANDS, "run.farther")}
          icon={ZoomOut}
          tooltipSide="top"
          disabled={distance === null || distance === DISTANCES[0]}
          onClick={() => {
            if (distance !== null) onDistance(nextDistance(distance, -1));
          }}
        />
        <span className="min-w-14 text-center text-11 text-ink-2">
          {distance !== null && translate(`distance.${distance}`)}
        </span>
        <IconButton
          label={translate("nearer")}
          shortcut={keyHint(RUN_COMMANDS, "run.nearer")}
          icon={ZoomIn}
          tooltipSide="top"
          disabled={distance === null || distance === DISTANCES.at(-1)}
          onClick={() => {
            if (distance !== null) onDistance(nextDistance(distance, 1));
          }}
        />
        <IconButton
          label={translate("fit")}
          shortcut={keyHint(RUN_COMMANDS, "run.fit")}
          icon={Maximize}
          tooltipSide="top"
          onClick={onFit}
        />
      </div>
    </div>
  );
}
