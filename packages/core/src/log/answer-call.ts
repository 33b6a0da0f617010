import type { CallPurpose } from "./run-event.ts";

/**
 * Returns true when the call's answer becomes a message of the run. Calls for any other purpose help the runtime (a summary, a route, a
 * title).
 */
export function isAnswerCall(purpose: CallPurpose): boolean {
  return purpose === "step" || purpose === "final";
}
