/** What the group statement says of each lane: appended, appended before (a repeated attempt), or why not. */
export type Verdict = "appended" | "repeated" | "lease_lost" | "sequence_conflict";

export type VerdictRow = { readonly position: number; readonly verdict: Verdict };

/** Reads a row of the statement's answer. */
export function readVerdict([position, verdict]: readonly (string | null)[]): VerdictRow {
  return { position: Number(position), verdict: verdict as Verdict };
}
