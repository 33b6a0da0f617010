/** The group statement's verdict on a lane: appended, already appended by an earlier attempt, or the reason for refusal. */
export type Verdict = "appended" | "repeated" | "lease_lost" | "sequence_conflict";

export type VerdictRow = { readonly position: number; readonly verdict: Verdict };

/** Parses a result row of the group statement. */
export function readVerdict([position, verdict]: readonly (string | null)[]): VerdictRow {
  return { position: Number(position), verdict: verdict as Verdict };
}
