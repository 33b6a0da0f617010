import type { Failure } from "@goaltrace/core";
import type { QuotaName } from "./quota-limits.ts";

/** A use of a quota that is refused. */
export type QuotaRefusal = {
  readonly name: QuotaName;
  readonly used: number;
  readonly limit: number;
  readonly retryAfterSeconds: number;
};

const SUBJECTS = { workspace: "This workspace", person: "You", key: "This key" } as const;
const USES: Readonly<Record<string, string>> = {
  runs: "active runs",
  runs_per_minute: "runs started within a minute",
  calls_per_minute: "model calls sent within a minute",
  streams: "open streams",
  transfers: "imports and exports in progress",
};

/** Returns the failure of a refused use: whose limit it is, its use, and the remedy. */
export function quotaExceeded({ name, used, limit, retryAfterSeconds }: QuotaRefusal): Failure {
  const [subject = "", use = ""] = name.split(".");
  const who = subject === "person" || subject === "key" ? SUBJECTS[subject] : SUBJECTS.workspace;
  return {
    code: "QUOTA_EXCEEDED",
    message: `${who} ${subject === "person" ? "have" : "has"} ${used} of at most ${limit} ${USES[use] ?? use} (${name}).`,
    fix: `Try again in ${retryAfterSeconds} s. The operator sets this limit with GOALTRACE_QUOTAS; an owner or admin of the workspace may have lowered it.`,
  };
}
