import type { StatusName } from "./status.ts";

/** The displayed status of a tool call by outcome; `running` before it has one. */
export const CALL_STATUS: Readonly<
  Record<"running" | "ok" | "error" | "denied" | "cancelled" | "interrupted", StatusName>
> = {
  running: "running",
  ok: "completed",
  error: "failed",
  denied: "cancelled",
  cancelled: "cancelled",
  interrupted: "interrupted",
};
