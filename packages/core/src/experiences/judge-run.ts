import type { RunJudgment } from "../ports/experience-store.ts";
import type { Entry } from "../log/entry.ts";
import type { TraceStatus } from "../log/trace.ts";

/** The facts about an ended run. `ratings`: the thumbs of people, 1 or -1. */
export type EndedRun = {
  readonly status: TraceStatus;
  readonly ratings: readonly number[];
  /** Its own entries; only checks are read. */
  readonly entries: readonly Entry[];
};

/**
 * Judges how a run went by the best evidence there is: a check that was executed, then the ratings of people, then the judgment of a model, then the
 * way it ended. Canceled and interrupted runs prove nothing.
 */
export function judgeRun({ status, ratings, entries }: EndedRun): RunJudgment {
  const byRule = checkedBy(entries, "rule");
  if (byRule !== null) return { outcome: byRule, basis: "check" };
  const word = ratings.reduce((sum, score) => sum + score, 0);
  if (word !== 0) return { outcome: word > 0 ? "worked" : "failed", basis: "person" };
  const byModel = checkedBy(entries, "model");
  if (byModel !== null && status === "completed") return { outcome: byModel, basis: "model" };
  if (status === "completed") return { outcome: "worked", basis: "end" };
  return { outcome: status === "failed" ? "failed" : "unknown", basis: "end" };
}

/** The result of the newest checks of all goals by one kind of checker; null if they decide nothing. */
function checkedBy(entries: readonly Entry[], by: "rule" | "model"): "worked" | "failed" | null {
  const newest = new Map<string, string>();
  for (const entry of entries)
    if (entry.kind === "event" && entry.type === "claim.checked" && entry.data.by === by)
      newest.set(entry.data.goalId, entry.data.verdict);
  const verdicts = [...newest.values()];
  if (verdicts.includes("not_done")) return "failed";
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === "verified") ? "worked" : null;
}
