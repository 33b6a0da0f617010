import type { StatusName } from "./status.ts";

/** The status shown for a tool call, by its outcome; `running` while it has none. */
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
