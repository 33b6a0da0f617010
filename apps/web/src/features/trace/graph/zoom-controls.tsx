"use client";
import { useReactFlow, useStore } from "@xyflow/react";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import type { CSSProperties, ReactElement } from "react";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { RUN_COMMANDS } from "../run-commands.ts";

const CONTROLS: CSSProperties = { position: "absolute", right: 12, bottom: 12, zIndex: 5 };

/** The scale of the graph and a button that fits the whole run. */
export function ZoomControls({ onFit }: { readonly onFit: () => void }): ReactElement {
  const translate = useTranslations("trace.graph");
  const flow = useReactFlow();
  return (
    <div style={CONTROLS} className="nopan flex h-7 items-center rounded-md border border-line bg-raised">
      <IconButton
        label={translate("zoomOut")}
        icon={ZoomOut}
        tooltipSide="top"
        onClick={() => void flow.zoomOut()}
      />
      <Scale />
      <IconButton
        label={translate("zoomIn")}
        icon={ZoomIn}
        tooltipSide="top"
        onClick={() => void flow.zoomIn()}
      />
      <IconButton
        label={translate("fit")}
        shortcut={keyHint(RUN_COMMANDS, "run.fit")}
        icon={Maximize}
        tooltipSide="top"
        onClick={onFit}
      />
    </div>
  );
}

/** A separate component, so that zooming rerenders no button. */
function Scale(): ReactElement {
  const format = useFormat();
  const zoom = useStore((state) => state.transform[2]);
  return <span className="min-w-11 text-center text-11 text-ink-2">{format.share(zoom)}</span>;
}
