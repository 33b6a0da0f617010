import { isTerminal, type TracePhase, type TraceProjection, type WaitingFor } from "./trace.ts";

/** The activity or wait of a run in one word. `starting` is before its first call. */
export type RunPhase =
  | "queued"
  | "starting"
  | Exclude<TracePhase, "idle">
  | "agents"
  | "person"
  | Exclude<WaitingFor, "children" | "approval" | "question">;

export type PhaseFacts = Pick<TraceProjection, "status" | "waitingFor" | "phase"> & {
  /** Model calls and tool calls so far. */
  readonly calls: number;
  /** Whether a run below it waits for a person. @default false */
  readonly asksBelow?: boolean;
};

/** Returns the phase of a run, the same wherever it is shown; null after its end. */
export function phaseOf({
  status,
  waitingFor,
  phase,
  calls,
  asksBelow = false,
}: PhaseFacts): RunPhase | null {
  if (isTerminal(status)) return null;
  if (status === "queued") return "queued";
  if (status === "waiting") return waitedFor(waitingFor ?? "worker", asksBelow);
  if (phase !== "idle") return phase;
  // A wait ends the phase, and the next call begins another: in between the run is at work, for instance on a result.
  return calls > 0 ? "executing" : "starting";
}

function waitedFor(waitingFor: WaitingFor, asksBelow: boolean): RunPhase {
  switch (waitingFor) {
    case "approval":
    case "question":
      return "person";
    case "children":
      return asksBelow ? "person" : "agents";
    case "pause":
    case "budget":
    case "folder":
    case "worker":
      return waitingFor;
  }
}
