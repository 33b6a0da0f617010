import { type DetectedLoop, isSameLoop, mergeLoops } from "../log/merge-loops.ts";
import type { DiagnosisState, FailedAttempt } from "./diagnosis-state.ts";
import { missingFinding } from "./missing-facts.ts";
import type {
  EndCause,
  EndFinding,
  EqualCalls,
  FailedGoalsFinding,
  Finding,
  FirstWrongFinding,
  LoopFinding,
  EntryLine,
  RetriesFinding,
  ToolError,
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
  const end = endedBadly ? explainEnd(state, loops) : null;
  const start = explainStart(state, { end, loops });
  // An error that the run recovered from needed nothing that it lacked.
  const isUnexplained = start !== null && !start.recovered && state.end?.status !== "completed";
  const findings: (Finding | null)[] = [
    isUnexplained ? missingFinding(state.missing, state.failedGoals) : null,
    endedBadly ? listFailedGoals(state) : null,
    end,
    start,
    ...loops,
    ...state.limits,
    toStoppedFinding("denied", state.denied),
    toStoppedFinding("interrupted_calls", state.interrupted),
    ...state.resumes,
    toolErrors(state),
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

/** Returns the first problem, and whether the run continued after it: a later call succeeded, and something else ended the run. */
function explainStart(
  state: DiagnosisState,
  { end, loops }: { readonly end: EndFinding | null; readonly loops: readonly LoopFinding[] },
): FirstWrongFinding | null {
  const { firstWrong, lastSuccess, failedGoals, end: ended, errors } = state;
  if (firstWrong === null) return null;
  const { sequence, what } = firstWrong;
  const isCause =
    end === null
      ? ended === null
      : end.cause.kind === "other" ||
        (end.cause.kind === "model" && what === "model_error") ||
        (end.cause.kind === "loop" && loops.some((loop) => loop.sequences.includes(sequence)));
  const recovered = !isCause && failedGoals.size === 0 && lastSuccess > sequence;
  const error = what === "tool_error" ? errors.find((each) => each.sequence === sequence) : undefined;
  return { ...firstWrong, recovered, repaired: error === undefined ? recovered : isRepaired(state, error) };
}

/** Whether a later call of the same tool about the same target succeeded. */
function isRepaired({ successes }: DiagnosisState, error: DiagnosisState["errors"][number]): boolean {
  return (successes.get(error.target) ?? 0) > error.sequence;
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

/** Detections of one loop, by the same rule as on the storyboard, so that both count and price it alike. */
function mergeDetections(state: DiagnosisState): readonly LoopFinding[] {
  const loops: Detection[][] = [];
  const latest = new Map<string, Detection[]>();
  for (const detection of state.detections) {
    const before = latest.get(detection.goalId);
    const last = before?.at(-1);
    if (before !== undefined && last !== undefined && isSameLoop(asLoop(last), asLoop(detection))) {
      before.push(detection);
      continue;
    }
    const loop = [detection];
    latest.set(detection.goalId, loop);
    loops.push(loop);
  }
  return loops.flatMap((loop) => toLoopFinding(state, loop));
}

type Detection = DiagnosisState["detections"][number];

function asLoop({ sequence, sequences, detector, count }: Detection): DetectedLoop {
  return { sequence, detector, count, from: sequences[0] ?? sequence };
}

function toLoopFinding(state: DiagnosisState, loop: readonly Detection[]): readonly LoopFinding[] {
  const [first] = loop;
  const last = loop.at(-1);
  if (first === undefined || last === undefined) return [];
  const { from, count } = loop.map(asLoop).reduce(mergeLoops);
  const { detector, action, evidence, goalId } = last;
  const sequences = [...new Set(loop.flatMap((detection) => detection.sequences))].sort((a, b) => a - b);
  return [
    {
      ...{ kind: "loop", sequence: first.sequence, detector, action, count, evidence, sequences },
      calls: detector === "same_call" ? equalCalls(state, sequences) : null,
      cost: turnCost(state, { goalId, from, until: last.sequence }),
    },
  ];
}

/** Results of calls equal to the first of these; null when none of them is known. */
function equalCalls({ keys, equalCalls }: DiagnosisState, sequences: readonly number[]): EqualCalls | null {
  const key = sequences.map((sequence) => keys.get(sequence)).find((known) => known !== undefined);
  return (key === undefined ? undefined : equalCalls.get(key)) ?? null;
}

type Stretch = { readonly goalId: string; readonly from: number; readonly until: number };

/** Returns the cost of the turns of a goal that belong to a stretch of the log, themselves or with a result of theirs. */
function turnCost({ issuedBy }: DiagnosisState, { goalId, from, until }: Stretch): number | null {
  const costs = new Map<number, number | null>();
  for (const [sequence, issuer] of issuedBy)
    if (issuer.goalId === goalId && sequence >= from && issuer.sequence <= until)
      costs.set(issuer.sequence, issuer.cost);
  let sum: number | null = costs.size === 0 ? null : 0;
  for (const cost of costs.values()) sum = sum === null || cost === null ? null : sum + cost;
  return sum;
}

function toStoppedFinding<Kind extends "denied" | "interrupted_calls">(
  kind: Kind,
  calls: DiagnosisState["denied"],
): { readonly kind: Kind; readonly sequence: number; readonly calls: DiagnosisState["denied"] } | null {
  const [first] = calls;
  return first === undefined ? null : { kind, sequence: first.sequence, calls };
}

function toolErrors(state: DiagnosisState): ToolErrorsFinding | null {
  const { errors } = state;
  const [first] = errors;
  if (first === undefined) return null;
  const byTool = new Map<string, ToolError[]>();
  for (const error of errors) {
    const { toolName, sequence, goalId, text } = error;
    const place = { sequence, goalId, text, repaired: isRepaired(state, error) };
    const places = byTool.get(toolName);
    if (places === undefined) byTool.set(toolName, [place]);
    else places.push(place);
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
