import { isWithoutCall } from "../../log/is-without-call.ts";
import type { OutlineOf } from "../../log/outline-handlers.ts";

/** The calls so far, and the step whose answer is open. */
type Calls = {
  readonly calls: readonly { readonly kind: string; readonly name: string }[];
  readonly step: number | null;
};

/** Returns the index of the helper call whose answer a message is; null for a message of a call of its own. */
export function solvedBy({ calls, step }: Calls, entry: OutlineOf<"assistant">): number | null {
  const last = calls.at(-1);
  const isAnswer = step === null && isWithoutCall(entry) && last?.kind === "helper" && last.name === "solve";
  return isAnswer ? calls.length - 1 : null;
}
