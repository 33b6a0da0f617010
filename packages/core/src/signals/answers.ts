import type { WaitingFor } from "../log/trace.ts";
import type { Signal, SignalKind } from "./signal.ts";

/**
 * Which signals wake a run, by what it waits for. A run whose wait has no answer goes on at the time it named. Both stores claim by this
 * table, so what it says holds everywhere.
 */
export const ANSWERS: Readonly<Record<WaitingFor, readonly SignalKind[]>> = {
  approval: ["approve", "deny", "cancel"],
  question: ["answer", "cancel"],
  pause: ["resume", "cancel"],
  budget: ["resume", "cancel"],
  children: ["child_finished", "agent_message", "cancel"],
  worker: ["cancel"],
  folder: ["cancel"],
};

/** Whether a signal of this kind wakes a run that waits for this. An unknown kind wakes nobody. */
export function answersWait(kind: Signal["kind"], waitingFor: WaitingFor | null): boolean {
  return waitingFor !== null && ANSWERS[waitingFor].some((answer) => answer === kind);
}
