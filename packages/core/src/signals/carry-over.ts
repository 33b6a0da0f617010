import type { KnownSignal, Signal } from "./signal.ts";

/** Requests to a conversation: a run that has ended leaves them to the next turn. */
export type CarriedSignal = Extract<KnownSignal, { readonly kind: "pin" | "compact" }>;

/** Whether a signal that came after the end of its run is for the conversation's next turn. Every other ends with its run. */
export function isCarriedOver(signal: Signal): signal is CarriedSignal {
  return signal.kind === "pin" || signal.kind === "compact";
}
