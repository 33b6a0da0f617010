"use client";
import type { ReactElement } from "react";
import type { ImagePanelProps } from "./image-panel.tsx";
import { onDemand } from "./on-demand.tsx";

const Panel = onDemand<ImagePanelProps>(
  async () => (await import("./image-panel.tsx")).ImagePanel,
  null,
  "placeholder",
);

/** A whole image over the page. Mounted while it is open. */
export function ImageDialog(props: ImagePanelProps): ReactElement {
  return <Panel {...props} />;
}
