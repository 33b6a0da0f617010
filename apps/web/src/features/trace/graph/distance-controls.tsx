"use client";
import { DISTANCES, nextDistance } from "@goaltrace/core/graph";
import type { Distance } from "@goaltrace/core/graph";
import { useStore } from "@xyflow/react";
import { createPortal } from "react-dom";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useToolbarSlot } from "../parts/toolbar-slot.ts";
import { GraphKey, GraphKeyButton } from "./graph-key.tsx";
import { RUN_COMMANDS } from "../shell/run-commands.ts";

/** Free height below the last line, in pixels, from which the key is shown. */
const KEY_ROOM = 40;

/**
 * The distance of the graph, which determines the detail of each goal, in the toolbar; and the key of the marks below the graph, where it leaves space for
 * it. On a phone pinching and the nearest distance replace the rest.
 */
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
  const slot = useToolbarSlot();
  const key = distance !== null && hasRoom && (
    <div className="pointer-events-none absolute inset-x-0 bottom-1 z-5 flex">
      <GraphKey distance={distance} />
    </div>
  );
  if (slot === null) return <>{key}</>;
  return (
    <>
      {key}
      {createPortal(
        <div className="flex flex-none items-center">
          {distance !== null && <GraphKeyButton distance={distance} />}
          <IconButton
            label={translate("farther")}
            shortcut={keyHint(RUN_COMMANDS, "run.farther")}
            icon={ZoomOut}
            disabled={distance === null || distance === DISTANCES[0]}
            onClick={() => {
              if (distance !== null) onDistance(nextDistance(distance, -1));
            }}
          />
          <span className="min-w-11 text-center text-11 text-ink-2 phone:hidden">
            {distance !== null && translate(`distance.${distance}`)}
          </span>
          <IconButton
            label={translate("nearer")}
            shortcut={keyHint(RUN_COMMANDS, "run.nearer")}
            icon={ZoomIn}
            disabled={distance === null || distance === DISTANCES.at(-1)}
            onClick={() => {
              if (distance !== null) onDistance(nextDistance(distance, 1));
            }}
          />
          <span className="phone:hidden">
            <IconButton
              label={translate("fit")}
              shortcut={keyHint(RUN_COMMANDS, "run.fit")}
              icon={Maximize}
              onClick={onFit}
            />
          </span>
        </div>,
        slot,
      )}
    </>
  );
}
