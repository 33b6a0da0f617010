import { isWithoutCall } from "../../log/is-without-call.ts";
import type { OutlineOf } from "../../log/outline-handlers.ts";
import type { Timing } from "./fold-timing.ts";

/** Returns the index of the helper call whose answer a message is; null for a message of a call of its own. */
export function solvedBy({ calls, step }: Timing, entry: OutlineOf<"assistant">): number | null {
  const last = calls.at(-1);
  const isAnswer = step === null && isWithoutCall(entry) && last?.kind === "helper" && last.name === "solve";
  return isAnswer ? calls.length - 1 : null;
}
