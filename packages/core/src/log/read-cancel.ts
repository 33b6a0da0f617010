import type { RunEventPayloads } from "./run-event.ts";

/** Returns the reason of a cancel signal; null for any other kind of signal. */
export function readCancel({
  signal,
  payload,
}: RunEventPayloads["signal.received"]): { readonly reason: string | null } | null {
  if (signal !== "cancel") return null;
  return { reason: typeof payload["reason"] === "string" ? payload["reason"] : null };
}
