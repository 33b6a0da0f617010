"use client";
import type { ReactElement } from "react";
import { usePreloadWhenIdle } from "../../lib/use-preload-when-idle.ts";
import { useOverlay } from "./overlays.ts";
import { onDemand } from "../on-demand.tsx";

const Panel = onDemand(async () => (await import("./keys-panel.tsx")).KeysPanel, null, "placeholder");
const LATER = [Panel];

/** Every shortcut that works now: those of the page first, then those of the workspace; and the switch for single keys. */
export function KeysSheet(): ReactElement | null {
  const open = useOverlay() === "keys";
  usePreloadWhenIdle(LATER, true);
  if (!open) return null;
  return <Panel />;
}
