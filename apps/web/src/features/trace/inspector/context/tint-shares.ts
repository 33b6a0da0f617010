import type { ContextReport } from "@goaltrace/core/log";
import { segmentTint } from "./segment-tint.ts";
import type { Tint } from "./segment-tint.ts";

/** A run of segments with the same tint and cache state, as a share of the request. */
export type TintShare = { readonly tint: Tint; readonly cached: boolean; readonly share: number };

const TINTS: readonly Tint[] = [1, 2, 3, 4];

/** Returns the shares of a request by tint. `cachedShare` of it was cached, counted from the front. Omits empty shares. */
export function tintShares(
  report: Pick<ContextReport, "segments" | "totalTokens">,
  cachedShare: number,
): readonly TintShare[] {
  const total = Math.max(1, report.totalTokens);
  let left = cachedShare;
  return TINTS.flatMap((tint) => {
    const share =
      report.segments
        .filter((segment) => segmentTint(segment.kind) === tint)
        .reduce((sum, segment) => sum + segment.tokens, 0) / total;
    const cached = Math.min(left, share);
    left -= cached;
    return [
      { tint, cached: true, share: cached },
      { tint, cached: false, share: share - cached },
    ].filter((piece) => piece.share > 0);
  });
}
