import { jsonDigest } from "../../digest.ts";
import type { Hash } from "../../ports/clock.ts";

/** Everything that an approval covers. Both digests come from `jsonDigest`; `step` is the number of the answer with the call. */
export type ApprovedCall = {
  readonly traceId: string;
  readonly folder: string | null;
  readonly step: number;
  readonly toolCallId: string;
  readonly tool: string;
  readonly definitionDigest: string;
  readonly argumentsDigest: string;
};

/** Returns the digest of a call as a person sees it. Stored in logs, so it must be the same in every version. */
export function approvalDigest(call: ApprovedCall, hash: Hash): string {
  const { traceId, folder, step, toolCallId, tool, definitionDigest, argumentsDigest } = call;
  return jsonDigest({ traceId, folder, step, toolCallId, tool, definitionDigest, argumentsDigest }, hash);
}
