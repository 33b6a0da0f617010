import { endOf, workIn } from "@goaltrace/core/graph";
import type { Pause, TimedCall, Timing } from "@goaltrace/core/graph";

/** Runs of fewer calls fit into view. */
const FEW_CALLS = 4;

type PathInput = {
  readonly timing: Pick<Timing, "calls">;
  readonly tip: number;
  readonly pauses: readonly Pause[];
  readonly path: { readonly calls: ReadonlySet<number> };
};

/** Returns the calls of the critical path that worked longest, the longest first; none for a run of a few calls. O(calls of the path × count). */
export function longestOnPath({ timing, tip, pauses, path }: PathInput, count: number): readonly TimedCall[] {
  if (path.calls.size < FEW_CALLS) return [];
  const longest: { readonly call: TimedCall; readonly ms: number }[] = [];
  for (const index of path.calls) {
    const call = timing.calls[index];
    if (call === undefined) continue;
    const whole = endOf(call, tip) - call.runFrom;
    // Pauses only shorten a call.
    if (longest.length === count && whole <= (longest.at(-1)?.ms ?? 0)) continue;
    const ms = workIn({ from: call.runFrom, to: endOf(call, tip) }, pauses);
    const at = longest.findIndex((other) => ms > other.ms);
    longest.splice(at < 0 ? longest.length : at, 0, { call, ms });
    if (longest.length > count) longest.pop();
  }
  return longest.map(({ call }) => call);
}
