import type { WaitingFor } from "../log/trace.ts";
import type { Signal, SignalKind } from "./signal.ts";

/**
 * The signals that wake a run, by the reason of its wait. Add a kind together with its handler in the loop: without one, it would wake a
 * run that this version cannot continue.
 */
const BY_WAIT = {
  // A run that waits for several names the approval. A report on an unknown effect answers a question.
  approval: ["approve", "deny", "answer", "resolve_effect", "cancel"],
  question: ["answer", "resolve_effect", "cancel"],
  pause: ["resume", "cancel"],
  budget: ["answer", "set_budget", "resume", "cancel"],
  // A message lets the run continue without the agents that it waits for.
  children: ["steer", "agent_message", "cancel"],
  worker: ["cancel"],
  folder: ["cancel"],
} as const satisfies Readonly<Record<WaitingFor, readonly SignalKind[]>>;

/** The kinds of signals that end a wait. The loop has a handler for each. */
export type AnsweringKind = (typeof BY_WAIT)[WaitingFor][number];

/** The kinds of signals that answer each wait. All stores claim runs by this table. A run without an answer continues at its wake time. */
export const ANSWERS: Readonly<Record<WaitingFor, readonly SignalKind[]>> = BY_WAIT;

/** Returns true if a signal of this kind wakes a run with this wait. An unknown kind never does. */
export function answersWait(kind: Signal["kind"], waitingFor: WaitingFor | null): boolean {
  return waitingFor !== null && ANSWERS[waitingFor].some((answer) => answer === kind);
}
