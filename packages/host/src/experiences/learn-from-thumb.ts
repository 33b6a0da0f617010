import { findTask } from "@goaltrace/core/experiences";
import type { Scope } from "@goaltrace/core/ports";
import { addCandidate, type ExperienceParts, settleRun } from "./settle-runs.ts";

/** A thumb of a person on a run, or on an entry of its log. `text`: their reason. */
export type Thumb = {
  readonly traceId: string;
  readonly sequence: number | null;
  /** Null for a thumb that was taken back. */
  readonly score: 1 | -1 | null;
  readonly text: string;
};

/** Entries at the start of a run among which its task is. */
const SEARCHED = 20;

/**
 * Makes a candidate of a thumb with a reason, and judges the run again if it has ended. The caller has stored the thumb and checked that the person
 * may see the run.
 */
export async function learnFromThumb(parts: ExperienceParts, scope: Scope, thumb: Thumb): Promise<void> {
  const { traceId, sequence, score, text } = thumb;
  const trace = await parts.traces.get(scope, traceId);
  if (trace === undefined) return;
  if (score === null) {
    await settleRun(parts, scope, traceId);
    return;
  }
  const [first, entry] = await Promise.all([
    parts.traces.entries(scope, traceId, { after: trace.origin?.sequence ?? 0, limit: SEARCHED }),
    sequence === null ? undefined : parts.traces.entry(scope, traceId, sequence),
  ]);
  const toolName = entry?.kind === "message" && entry.role === "tool" ? entry.toolName : null;
  const observation = {
    kind: "thumb",
    score,
    text,
    traceId,
    sequence,
    toolName,
    ...findTask(first),
  } as const;
  await addCandidate(parts, scope, { trace, observation });
  await settleRun(parts, scope, traceId);
}
