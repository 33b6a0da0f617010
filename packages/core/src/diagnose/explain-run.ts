import type { DiagnosisState, FailedAttempt } from "./diagnosis-state.ts";
import type {
  EndCause,
  EndFinding,
  FailedGoalsFinding,
  Finding,
  LoopFinding,
  EntryLine,
  RetriesFinding,
  ToolErrorsFinding,
} from "./finding.ts";

/** The explanation of a run: `findings` in display order, `errors` as a count. */
export type Diagnosis = {
  /** Null while the run continues. */
  readonly status: EndFinding["status"] | null;
  readonly findings: readonly Finding[];
  /** Errors of tools and failed model calls, recovered or not: what the totals of a run count. Loops and interrupted calls are findings only. */
  readonly errors: number;
};

/** Applies the rules, without asking a model. A run without problems has no findings. */
export function explainRun(state: DiagnosisState): Diagnosis {
  const loops = mergeDetections(state);
  const endedBadly = state.end !== null && state.end.status !== "completed";
  const findings: (Finding | null)[] = [
    endedBadly ? listFailedGoals(state) : null,
    endedBadly ? explainEnd(state, loops) : null,
    state.firstWrong,
    ...loops,
    ...state.limits,
    toStoppedFinding("denied", state.denied),
    toStoppedFinding("interrupted_calls", state.interrupted),
    ...state.resumes,
    toolErrors(state.errors),
    summarizeRetries(state.attempts),
  ];
  return {
    status: state.end?.status ?? null,
    findings: findings.filter((finding) => finding !== null),
    errors: state.errors.length + state.failedCalls.size,
  };
}

/** Results of failed goals matter more than the reason that stopped the run: they say what is still wrong. */
function listFailedGoals({ failedGoals }: DiagnosisState): FailedGoalsFinding | null {
  const goals = new Map<string, EntryLine>();
  for (const line of failedGoals.values())
    if (line.text !== "" && !goals.has(line.text)) goals.set(line.text, line);
  const [first] = goals.values();
  return first === undefined
    ? null
    : { kind: "failed_goals", sequence: first.sequence, goals: [...goals.values()] };
}

function explainEnd(state: DiagnosisState, loops: readonly LoopFinding[]): EndFinding | null {
  if (state.end === null) return null;
  const { cause, causedAt } = findCause(state, loops, state.end);
  return { kind: "end", ...state.end, cause, causedAt };
}

function findCause(
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
  const limit = state.limits.findLast((candidate) => candidate.limit !== "output");
  if (end.failure?.code === "LIMIT_REACHED" && limit !== undefined)
    return { cause: { kind: "limit", limit: limit.limit }, causedAt: limit.sequence };
  const failed = [...state.failedCalls.values()].at(-1);
  if (failed !== undefined && failed.failure.code === end.failure?.code)
    return { cause: { kind: "model", attempts: failed.attempts }, causedAt: failed.sequence };
  return { cause: { kind: "other" }, causedAt: end.sequence };
}

/** Detections with the same evidence are one loop: the guard notes it, then denies it, then stops the run. */
function mergeDetections(state: DiagnosisState): readonly LoopFinding[] {
  const loops = new Map<string, LoopFinding>();
  for (const detection of state.detections) {
    const key = `${detection.detector}\n${detection.evidence}`;
    const existing = loops.get(key);
    const sequences = [...new Set([...(existing?.sequences ?? []), ...detection.sequences])].sort(
      (a, b) => a - b,
    );
    const { detector, action, evidence } = detection;
    const count = Math.max(existing?.count ?? 0, detection.count);
    loops.set(key, {
      kind: "loop",
      sequence: existing?.sequence ?? detection.sequence,
      detector,
      action,
      count,
      evidence,
      sequences,
      cost: sumTurnCost(state, sequences),
    });
  }
  return [...loops.values()];
}

function sumTurnCost(state: DiagnosisState, sequences: readonly number[]): number | null {
  const turns = new Map(
    sequences.flatMap((sequence) => {
      const issuer = state.issuedBy.get(sequence);
      return issuer === undefined ? [] : [[issuer.sequence, issuer.cost] as const];
    }),
  );
  let sum = 0;
  for (const cost of turns.values()) {
    if (cost === null) return null;
    sum += cost;
  }
  return turns.size === 0 ? null : sum;
}

function toStoppedFinding<Kind extends "denied" | "interrupted_calls">(
  kind: Kind,
  calls: DiagnosisState["denied"],
): { readonly kind: Kind; readonly sequence: number; readonly calls: DiagnosisState["denied"] } | null {
  const [first] = calls;
  return first === undefined ? null : { kind, sequence: first.sequence, calls };
}

function toolErrors(errors: DiagnosisState["errors"]): ToolErrorsFinding | null {
  const [first] = errors;
  if (first === undefined) return null;
  const byTool = new Map<string, EntryLine[]>();
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

function summarizeRetries(attempts: readonly FailedAttempt[]): RetriesFinding | null {
  const [first] = attempts;
  if (first === undefined) return null;
  const reasons = new Map<string, { failure: FailedAttempt["failure"]; sequences: number[] }>();
  for (const { failure, sequence } of attempts) {
    const existing = reasons.get(failure.code);
    if (existing === undefined) reasons.set(failure.code, { failure, sequences: [sequence] });
    else existing.sequences.push(sequence);
  }
  return {
    kind: "retries",
    sequence: first.sequence,
    count: attempts.length,
    lostMs: attempts.reduce((sum, attempt) => sum + attempt.lostMs, 0),
    reasons: [...reasons.values()],
  };
}
