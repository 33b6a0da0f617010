import type { RunEventPayloads } from "./run-event.ts";

/** Why a received signal ends the run; null for a signal of any other kind. */
export function cancelOf({
  signal,
  payload,
}: RunEventPayloads["signal.received"]): { readonly reason: string | null } | null {
  if (signal !== "cancel") return null;
  return { reason: typeof payload["reason"] === "string" ? payload["reason"] : null };
}
