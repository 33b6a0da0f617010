"use client";
import { useEffect } from "react";
import type { ReactElement } from "react";
import { whenSettled } from "../../lib/when-settled.ts";
import { useOverlay } from "./overlays.ts";
import { onDemand } from "../on-demand.tsx";

const Panel = onDemand(async () => (await import("./keys-panel.tsx")).KeysPanel, null, "placeholder");

/** The list of available shortcuts, those of the page first, and the switch for single-key shortcuts. */
export function KeysSheet(): ReactElement | null {
  const open = useOverlay() === "keys";
  useEffect(() => whenSettled(Panel.preload), []);
  if (!open) return null;
  return <Panel />;
}
