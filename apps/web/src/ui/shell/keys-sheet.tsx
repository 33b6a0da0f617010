"use client";
import { Suspense, useEffect } from "react";
import type { ReactElement } from "react";
import { late, Nothing } from "../../lib/late.tsx";
import { whenIdle } from "../../lib/when-idle.ts";
import { useOverlay } from "./overlays.ts";

const panel = late(async () => (await import("./keys-panel.tsx")).KeysPanel, Nothing);

/** Every shortcut that works now: those of the page first, then those of the workspace; and the switch for single keys. */
export function KeysSheet(): ReactElement | null {
  const open = useOverlay() === "keys";
  useEffect(() => whenIdle(panel.load), []);
  if (!open) return null;
  return (
    <Suspense>
      <panel.Component />
    </Suspense>
  );
}
