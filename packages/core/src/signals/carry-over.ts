import type { KnownSignal, Signal } from "./signal.ts";

/** Signals to a conversation. A run that has ended leaves them to the next turn. */
export type CarriedSignal = Extract<KnownSignal, { readonly kind: "pin" | "compact" | "steer" }>;

/** Returns true if a signal that arrives after its run has ended carries over to the conversation's next turn. Others end with their run. */
export function isCarriedOver(signal: Signal): signal is CarriedSignal {
  return signal.kind === "pin" || signal.kind === "compact" || signal.kind === "steer";
}
