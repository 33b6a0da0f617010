"use client";
import { DISTANCES, nextDistance } from "@goaltrace/core/graph";
import type { Distance } from "@goaltrace/core/graph";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { GraphKey, GraphKeyButton } from "./graph-key.tsx";
import { RUN_COMMANDS } from "../shell/run-commands.ts";

/**
 * The row below the graph: the key of its marks, and the distance, which determines the detail of each goal. It covers nothing, and leaves a very
 * low graph its height.
 */
export function DistanceControls({
  distance,
  onDistance,
  onFit,
}: {
  /** Null until the graph has a size. */
  readonly distance: Distance | null;
  readonly onDistance: (distance: Distance) => void;
  readonly onFit: () => void;
}): ReactElement {
  const translate = useTranslations("trace.graph");
  return (
    <div className="flex h-9 flex-none items-center justify-end border-t border-line pr-2 phone:h-11 [@container_(max-height:280px)]:hidden">
      {distance !== null && <GraphKey distance={distance} />}
      <div className="flex flex-none items-center">
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
