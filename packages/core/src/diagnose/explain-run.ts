import type { DiagnosisState, FailedAttempt } from "./diagnosis-state.ts";
import type {
  EndCause,
  EndFinding,
  Finding,
  LoopFinding,
  Place,
  RetriesFinding,
  ToolErrorsFinding,
} from "./finding.ts";

/** Why a run went as it did: `findings` in the order in which to tell them, `errors` as a count for a quiet line. */
export type Diagnosis = {
  /** Null while the run goes on. */
  readonly status: EndFinding["status"] | null;
  readonly findings: readonly Finding[];
  /** What went wrong and was overcome or not: errors of tools and model calls, loops, interrupted calls. */
  readonly errors: number;
};

/** The rules: made from the log alone, no model asked. A run without anything to tell has no findings. */
export function explainRun(state: DiagnosisState): Diagnosis {
  const loops = loopsOf(state);
  const errors =
    state.errors.length +
    state.failedCalls.size +
    state.interrupted.length +
    loops.filter((loop) => loop.action !== "polling").length;
  const findings: (Finding | null)[] = [
    state.end === null || state.end.status === "completed" ? null : endOf(state, loops),
    state.firstWrong,
    ...loops,
    ...state.limits,
    stopped("denied", state.denied),
    stopped("interrupted_calls", state.interrupted),
    ...state.resumes,
    toolErrors(state.errors),
    retriesOf(state.attempts),
  ];
  return {
    status: state.end?.status ?? null,
    findings: findings.filter((finding) => finding !== null),
    errors,
  };
}

function endOf(state: DiagnosisState, loops: readonly LoopFinding[]): EndFinding | null {
  if (state.end === null) return null;
  const { cause, causedAt } = causeOf(state, loops, state.end);
  return { kind: "end", ...state.end, cause, causedAt };
}

function causeOf(
  state: DiagnosisState,
  loops: readonly LoopFinding[],
  end: Pick<EndFinding, "status" | "failure" | "sequence">,
): { readonly cause: EndCause; readonly causedAt: number } {
  if (end.status === "cancelled" && state.signal !== null) {
    const { personId, reason, sequence } = state.signal;
    return { cause: { kind: "cancelled", personId, reason }, causedAt: sequence };
  }
  const stoppedBy = loops.findLast((loop) => loop.action === "stopped");
  if (end.failure?.code === "DOOM_LOOP" || stoppedBy !== undefined)
    return { cause: { kind: "loop" }, causedAt: stoppedBy?.sequence ?? end.sequence };
  if (end.failure?.code === "CRASH_LOOP")
    return { cause: { kind: "crashes" }, causedAt: state.resumes.at(-1)?.sequence ?? end.sequence };
  const limit = state.limits.findLast((one) => one.limit !== "output");
  if (end.failure?.code === "LIMIT_REACHED" && limit !== undefined)
    return { cause: { kind: "limit", limit: limit.limit }, causedAt: limit.sequence };
  const failed = [...state.failedCalls.values()].at(-1);
  if (failed !== undefined && failed.failure.code === end.failure?.code)
    return { cause: { kind: "model", attempts: failed.attempts }, causedAt: failed.sequence };
  return { cause: { kind: "other" }, causedAt: end.sequence };
}

/** Detections of the same thing are one loop: the guard notes it, then denies it, then stops. */
function loopsOf(state: DiagnosisState): readonly LoopFinding[] {
  const loops = new Map<string, LoopFinding>();
  for (const detection of state.detections) {
    const key = `${detection.detector}\n${detection.evidence}`;
    const known = loops.get(key);
    const sequences = [...new Set([...(known?.sequences ?? []), ...detection.sequences])].sort(
      (a, b) => a - b,
    );
    const { detector, action, evidence } = detection;
    const count = Math.max(known?.count ?? 0, detection.count);
    loops.set(key, {
      kind: "loop",
      sequence: known?.sequence ?? detection.sequence,
      detector,
      action,
      count,
      evidence,
      sequences,
      cost: costOfTurns(state, sequences),
    });
  }
  return [...loops.values()];
}

function costOfTurns(state: DiagnosisState, sequences: readonly number[]): number | null {
  const turns = new Map(
    sequences.flatMap((sequence) => {
      const asked = state.askedBy.get(sequence);
      return asked === undefined ? [] : [[asked.sequence, asked.cost] as const];
    }),
  );
  let sum = 0;
  for (const cost of turns.values()) {
    if (cost === null) return null;
    sum += cost;
  }
  return turns.size === 0 ? null : sum;
}

function stopped<Kind extends "denied" | "interrupted_calls">(
  kind: Kind,
  calls: DiagnosisState["denied"],
): { readonly kind: Kind; readonly sequence: number; readonly calls: DiagnosisState["denied"] } | null {
  const [first] = calls;
  return first === undefined ? null : { kind, sequence: first.sequence, calls };
}

function toolErrors(errors: DiagnosisState["errors"]): ToolErrorsFinding | null {
  const [first] = errors;
  if (first === undefined) return null;
  const byTool = new Map<string, Place[]>();
  for (const { toolName, sequence, goalId, text } of errors) {
    const places = byTool.get(toolName);
    if (places === undefined) byTool.set(toolName, [{ sequence, goalId, text }]);
    else places.push({ sequence, goalId, text });
  }
  const tools = [...byTool]
    .map(([toolName, places]) => ({ toolName, places }))
    .sort((a, b) => b.places.length - a.places.length);
  return { kind: "tool_errors", sequence: first.sequence, count: errors.length, tools };
}

function retriesOf(attempts: readonly FailedAttempt[]): RetriesFinding | null {
  const [first] = attempts;
  if (first === undefined) return null;
  const reasons = new Map<string, { failure: FailedAttempt["failure"]; sequences: number[] }>();
  for (const { failure, sequence } of attempts) {
    const known = reasons.get(failure.code);
    if (known === undefined) reasons.set(failure.code, { failure, sequences: [sequence] });
    else known.sequences.push(sequence);
  }
  return {
    kind: "retries",
    sequence: first.sequence,
    count: attempts.length,
    lostMs: attempts.reduce((sum, attempt) => sum + attempt.lostMs, 0),
    reasons: [...reasons.values()],
  };
}
