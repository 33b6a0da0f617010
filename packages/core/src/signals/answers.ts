import type { WaitingFor } from "../log/trace.ts";
import type { Signal, SignalKind } from "./signal.ts";

/**
 * Which signals wake a run, by what it waits for. A kind joins its wait together with its handler in the loop: without one, it would wake a
 * run that this version cannot continue.
 */
const BY_WAIT = {
  approval: ["cancel"],
  question: ["cancel"],
  pause: ["resume", "cancel"],
  budget: ["resume", "cancel"],
  children: ["cancel"],
  worker: ["cancel"],
  folder: ["cancel"],
} as const satisfies Readonly<Record<WaitingFor, readonly SignalKind[]>>;

/** The kinds that end a wait. The loop has a handler for each of them. */
export type AnsweringKind = (typeof BY_WAIT)[WaitingFor][number];

/**
 * The answers of each wait. Both stores claim by this table, so what it says holds everywhere. A run whose wait has no answer continues at
 * the time it named.
 */
export const ANSWERS: Readonly<Record<WaitingFor, readonly SignalKind[]>> = BY_WAIT;

/** Whether a signal of this kind wakes a run that waits for this. An unknown kind wakes no run. */
export function answersWait(kind: Signal["kind"], waitingFor: WaitingFor | null): boolean {
  return waitingFor !== null && ANSWERS[waitingFor].some((answer) => answer === kind);
}
