import type { EndFinding, Finding, MissingFinding } from "@goaltrace/core/diagnose";
import type { Verdict } from "./story-scene.ts";

/** The first error of a failed run according to the diagnosis, and its end; null while that is not known. */
export type ToldVerdict = {
  readonly message: string;
  readonly end: EndFinding | null;
  /** Whether the run continued after the first error and ended for another reason. */
  readonly recovered: boolean;
};

/** Adds the diagnosis to a verdict: the outline names the call, and its message comes from the findings. */
export function verdictOf(
  verdict: Pick<Verdict, "sequence" | "text">,
  findings: readonly Finding[],
): ToldVerdict {
  const first = findings.find(
    (finding) => finding.kind === "first_wrong" && finding.sequence === verdict.sequence,
  );
  const end = findings.find((finding) => finding.kind === "end") ?? null;
  return first?.kind === "first_wrong"
    ? { message: first.text, end, recovered: first.recovered }
    : { message: verdict.text, end, recovered: false };
}

/**
 * Returns what the run no longer had at the call of its verdict; null where the log shows no such thing, or only for a later call: the verdict is about
 * one call.
 */
export function missingAt(
  { sequence }: Pick<Verdict, "sequence">,
  findings: readonly Finding[],
): MissingFinding | null {
  return (
    findings.find(
      (finding): finding is MissingFinding => finding.kind === "missing" && finding.failedAt === sequence,
    ) ?? null
  );
}
