import type { ContextSegment } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import { tintShares } from "./tint-shares.ts";

const segment = (kind: ContextSegment["kind"], tokens: number): ContextSegment => ({
  ...{ kind, tokens, source: kind, cached: false },
  ...{ firstSequence: null, lastSequence: null },
});

it("splits a request by tint and cache state into shares that sum to 1", () => {
  const report = {
    segments: [segment("instructions", 20), segment("tools", 20), segment("user", 50), segment("tail", 10)],
    totalTokens: 100,
  };
  const shares = tintShares(report, 0.6);
  expect(shares).toEqual([
    { tint: 1, cached: true, share: 0.4 },
    { tint: 3, cached: true, share: expect.closeTo(0.2) as number },
    { tint: 3, cached: false, share: expect.closeTo(0.3) as number },
    { tint: 4, cached: false, share: 0.1 },
  ]);
});
