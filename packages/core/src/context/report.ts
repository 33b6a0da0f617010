import type { ContextReport } from "../log/run-event.ts";

/** Scales the estimated parts to the provider's total. Rounds down and adds the remainder to the largest part, so that the sum is exact. */
export function scaleReport(report: ContextReport, providerTotal: number): ContextReport {
  if (report.totalTokens === 0) return report;
  const factor = providerTotal / report.totalTokens;
  const segments = report.segments.map((segment) => ({
    ...segment,
    tokens: Math.floor(segment.tokens * factor),
  }));
  const rest = providerTotal - segments.reduce((sum, segment) => sum + segment.tokens, 0);
  const largest = segments.reduce(
    (best, segment, index) => (segment.tokens > (segments[best]?.tokens ?? -1) ? index : best),
    0,
  );
  return {
    ...report,
    exact: true,
    totalTokens: providerTotal,
    segments: segments.map((segment, index) =>
      index === largest ? { ...segment, tokens: segment.tokens + rest } : segment,
    ),
  };
}
