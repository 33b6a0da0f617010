import { pausesUntil } from "./critical-path.ts";
import type { Timing } from "./timing.ts";
import { type Pause, piecesOf } from "./timed-call.ts";

/** A wait of a run. `call` is the index of the call that asked a person; null for other waits, and when none is known. */
export type Wait = Pause & { readonly call: number | null };

/** Returns the waits of a run in order, with the calls that people were asked about. O(pauses × calls that asked). */
export function waitsOf(timing: Timing, tip: number): readonly Wait[] {
  const pauses = pausesUntil(timing, tip);
  const asked: { readonly index: number; readonly from: number; readonly to: number }[] = [];
  // Few calls ask, so the parts of most are not computed.
  for (const [index, call] of timing.calls.entries()) {
    if (call.tail !== "wait" && call.pieces[0]?.kind !== "wait") continue;
    for (const { kind, from, to } of piecesOf(call, tip))
      if (kind === "wait") asked.push({ index, from, to });
  }
  return pauses.map((pause) => {
    const call = asked.find(({ from, to }) => from < pause.to && to > pause.from);
    return { ...pause, call: pause.reason === "person" ? (call?.index ?? null) : null };
  });
}
