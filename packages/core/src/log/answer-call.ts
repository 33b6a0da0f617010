import type { CallPurpose } from "./run-event.ts";

/** True for a call whose answer becomes a message of the run; any other purpose helps the runtime (a summary, a route, a title). */
export function isAnswerCall(purpose: CallPurpose): boolean {
  return purpose === "step" || purpose === "final";
}
