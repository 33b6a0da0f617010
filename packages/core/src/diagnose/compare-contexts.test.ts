import { describe, expect, it } from "vitest";
import type { ContextReport, ContextSegment } from "../log/run-event.ts";
import { compareContexts } from "./compare-contexts.ts";

const outside = (
  kind: ContextSegment["kind"],
  source: string,
  tokens: number,
  cached = true,
): ContextSegment => ({
  kind,
  source,
  tokens,
  firstSequence: null,
  lastSequence: null,
  cached,
});
const messages = (
  kind: ContextSegment["kind"],
  range: readonly [number, number],
  tokens: number,
  cached: boolean,
): ContextSegment => ({
  kind,
  source: `#${range[0]}`,
  tokens,
  firstSequence: range[0],
  lastSequence: range[1],
  cached,
});
const report = (...segments: readonly ContextSegment[]): ContextReport => ({
  segments,
  totalTokens: segments.reduce((sum, segment) => sum + segment.tokens, 0),
  exact: false,
  window: 1_000,
  dropped: [],
});

const first = report(
  outside("instructions", "i1", 100, false),
  outside("tools", "t1", 50, false),
  messages("user", [1, 1], 20, false),
);
const second = report(
  outside("instructions", "i1", 100),
  outside("tools", "t1", 50),
  messages("user", [1, 1], 20, true),
  messages("assistant", [8, 8], 30, false),
  messages("tool_result", [11, 11], 40, false),
  outside("tail", "tail1", 10, false),
);
const compare = (
  now: ContextReport,
  before: ContextReport | null,
  cachedTokens: number | null = null,
): ReturnType<typeof compareContexts> =>
  compareContexts(
    { model: "m", report: now, shown: now, cachedTokens },
    before === null ? null : { model: "m", report: before },
  );
const changes = (comparison: ReturnType<typeof compareContexts>): Record<string, string> =>
  Object.fromEntries(comparison.rows.map((row) => [row.kind, row.change.kind]));

describe("compareContexts", () => {
  it("marks everything in a first call as first", () => {
    const comparison = compare(first, null);
    expect(new Set(Object.values(changes(comparison)))).toEqual(new Set(["first"]));
    expect(comparison.break).toBeNull();
  });

  it("marks segments as same or new and finds no break in a conversation that only grew", () => {
    const comparison = compare(second, first);
    expect(changes(comparison)).toEqual({
      instructions: "same",
      tools: "same",
      user: "same",
      assistant: "new",
      tool_result: "new",
      tail: "new",
    });
    expect(comparison.break).toBeNull();
    expect(comparison.sentBefore).toBe(170);
    expect(comparison.rows.find((row) => row.kind === "tool_result")?.added).toEqual([11]);
  });

  it("assigns the provider's cached tokens to previously sent segments, from the front", () => {
    const cached = compare(second, first, 128).rows.map((row) => row.cachedTokens);
    expect(cached).toEqual([100, 28, 0, 0, 0, 0]);
  });

  it("never marks more tokens as cached than were sent before", () => {
    const cached = compare(second, first, 100_000).rows.reduce((sum, row) => sum + row.cachedTokens, 0);
    expect(cached).toBe(170);
  });

  it("reports the first segment that broke the cache and how many tokens are read again", () => {
    const changed = report(
      outside("instructions", "i1", 100),
      outside("tools", "t2", 60),
      ...second.segments.slice(2),
    );
    expect(compare(changed, second).break).toEqual({
      kind: "tools",
      reason: "changed",
      at: 100,
      tokens: 150,
    });
  });

  it("reports removed history as a break and its segments as gone", () => {
    const cut = report(
      ...second.segments.slice(0, 2),
      outside("summary", "s", 15, false),
      messages("user", [1, 1], 20, true),
    );
    const comparison = compare(cut, second);
    expect(comparison.break).toMatchObject({ kind: "summary", reason: "new", at: 150 });
    expect(changes(comparison)).toMatchObject({ assistant: "gone", tool_result: "gone" });
  });

  it("trusts the break that the runtime recorded", () => {
    const recorded: ContextReport = {
      ...report(
        outside("instructions", "i1", 100),
        outside("tools", "t1", 50),
        messages("user", [1, 1], 20, true),
        messages("assistant", [8, 8], 30, true),
        messages("tool_result", [11, 11], 10, false),
        messages("assistant", [12, 12], 30, false),
        outside("tail", "tail1", 10, false),
      ),
      cacheBreak: { kind: "tool_result", source: "#11", reason: "cleared", tokens: 70 },
    };
    expect(compare(recorded, second).break).toEqual({
      ...{ kind: "tool_result", reason: "cleared", tokens: 70 },
      // Where the cleared result begins, not where results would begin if requests were sorted by kind.
      at: 200,
    });
    // The next call of an earlier version repeats the record; nothing broke again.
    expect(compare(recorded, recorded).break).toBeNull();
  });

  it("reports a changed text in front of the messages rather than the summary written with it", () => {
    const changed: ContextReport = {
      ...report(
        outside("instructions", "i2", 120, false),
        outside("tools", "t1", 50, false),
        messages("attachments", [1, 9], 30, false),
        messages("summary", [1, 9], 15, false),
        messages("tool_result", [11, 11], 40, false),
      ),
      cacheBreak: { kind: "summary", source: "#20", reason: "summarised", tokens: 40 },
    };
    expect(compare(changed, second).break).toMatchObject({ kind: "instructions", reason: "changed", at: 0 });
  });

  it("puts a summary's break before the first text that came with it", () => {
    const summarized: ContextReport = {
      ...report(
        outside("instructions", "i1", 100),
        messages("attachments", [1, 9], 30, false),
        messages("summary", [1, 9], 15, false),
        messages("tool_result", [11, 11], 40, true),
      ),
      cacheBreak: { kind: "summary", source: "#20", reason: "summarised", tokens: 40 },
    };
    expect(compare(summarized, second).break).toEqual({
      kind: "attachments",
      reason: "summarised",
      at: 100,
      tokens: 40,
    });
  });

  it("reports a change of the model as a break of everything", () => {
    const comparison = compareContexts(
      { model: "other", report: second, shown: second, cachedTokens: null },
      { model: "m", report: first },
    );
    expect(comparison.break).toEqual({ kind: "model", reason: "other_model", at: 0, tokens: 170 });
  });
});
