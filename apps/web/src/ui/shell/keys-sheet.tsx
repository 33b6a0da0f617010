"use client";
import { useEffect } from "react";
import type { ReactElement } from "react";
import { onceSettled } from "../../lib/once-settled.ts";
import { useOverlay } from "./overlays.ts";
import { onDemand } from "../on-demand.tsx";

const Panel = onDemand(async () => (await import("./keys-panel.tsx")).KeysPanel, null, "placeholder");

/** Every shortcut that works now: those of the page first, then those of the workspace; and the switch for single keys. */
export function KeysSheet(): ReactElement | null {
  const open = useOverlay() === "keys";
  useEffect(() => onceSettled(Panel.preload), []);
  if (!open) return null;
  return <Panel />;
}
