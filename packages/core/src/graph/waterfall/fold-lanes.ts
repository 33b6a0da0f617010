import type { OutlineOf } from "../../log/outline-handlers.ts";
import type { Journal } from "../journal.ts";
import type { TimedLane } from "./timed-call.ts";

type Lanes = { readonly lanes: TimedLane[]; readonly to: number; readonly journal: Journal };

/** Notes the start or the end of a sub-agent at the newest moment. Returns the index of a lane that is new, else null. */
export function applyLane({ lanes, to, journal }: Lanes, entry: OutlineOf<"child">): number | null {
  const { child: traceId, q: sequence, state, d } = entry;
  const known = lanes.findLastIndex((lane) => lane.traceId === traceId);
  const lane = lanes[known];
  if (state === "spawned") {
    if (lane !== undefined) return null;
    const { call: callId = null, task = "", index = null } = entry;
    const end = { to: null, outcome: "running", workedMs: null, tokens: 0, cost: null, text: "" } as const;
    return journal.push(lanes, {
      traceId,
      agent: d,
      task,
      callId,
      sequence,
      branch: index,
      from: to,
      ...end,
    });
  }
  if (lane === undefined || lane.to !== null) return null;
  const { m: workedMs = 0, n: tokens = 0, c: cost = null } = entry;
  journal.replace(lanes, known, { ...lane, to, outcome: state, workedMs, tokens, cost, text: d });
  return null;
}
