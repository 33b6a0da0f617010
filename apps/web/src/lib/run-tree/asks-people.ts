import type { WaitingFor } from "@goaltrace/core/log";

/** Whether a wait ends with an answer of a person. An exhausted budget is a question too. */
export function asksPeople(waitingFor: WaitingFor | null): boolean {
  return waitingFor === "approval" || waitingFor === "question" || waitingFor === "budget";
}
