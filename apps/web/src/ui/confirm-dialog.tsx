"use client";
import type { ReactElement } from "react";
import type { ConfirmPanelProps } from "./confirm-panel.tsx";
import { onDemand } from "./on-demand.tsx";

const Panel = onDemand<ConfirmPanelProps>(
  async () => (await import("./confirm-panel.tsx")).ConfirmPanel,
  null,
  "placeholder",
);

/** Asks before an action that cannot be undone. Mounted while it is open. */
export function ConfirmDialog(props: ConfirmPanelProps): ReactElement {
  return <Panel {...props} />;
}
