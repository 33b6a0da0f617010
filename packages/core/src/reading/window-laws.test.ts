import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import { filledWindow, type WindowCall, windowCallsAt, windowIndexAt } from "../diagnose/window-calls.ts";
import type { Entry } from "../log/entry.ts";
import type { CallPurpose, ContextReport, ContextSegment } from "../log/run-event.ts";
import { buildLog, buildTrace, testRequest, testUsage } from "../testing/builders.ts";
import { addWindowEntry, createWindowFold } from "./fold-window-calls.ts";
import { readCall } from "./read-call.ts";
import { readWindows } from "./read-windows.ts";

const scope = { workspaceId: "workspace", personId: "person" };

type CallShape = {
  readonly segments: readonly Pick<ContextSegment, "kind" | "tokens" | "cached">[];
  readonly purpose: CallPurpose;
  readonly counted: number;
  readonly cachedShare: number;
  readonly end: "answered" | "estimated" | "open" | "replaced";
};

const shapes = (): fc.Arbitrary<readonly CallShape[]> =>
  fc.array(
    fc.record({
      segments: fc.array(
        fc.record({
          kind: fc.constantFrom<ContextSegment["kind"]>(
            "instructions",
            "tools",
            "summary",
            "user",
            "tool_result",
          ),
          tokens: fc.nat({ max: 50_000 }),
          cached: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      purpose: fc.constantFrom<CallPurpose>("step", "step", "final", "summary"),
      counted: fc.nat({ max: 200_000 }),
      cachedShare: fc.double({ min: 0, max: 1, noNaN: true }),
      end: fc.constantFrom("answered", "answered", "estimated", "open", "replaced"),
    }),
    { maxLength: 12 },
  );

/** Writes the calls one after the other; a replaced one is sent to another model, which answers. */
function writeCalls(calls: readonly CallShape[]): {
  readonly entries: readonly Entry[];
  readonly traceId: string;
} {
  const log = buildLog();
  log.user("Do it");
  for (const [index, { segments, purpose, counted, cachedShare, end }] of calls.entries()) {
    const callId = `call-${index}`;
    const whole = segments.map((segment, place) => ({
      ...segment,
      ...{ source: `${segment.kind}-${place}`, firstSequence: null, lastSequence: null },
    }));
    const report: ContextReport = {
      segments: whole,
      totalTokens: whole.reduce((sum, { tokens }) => sum + tokens, 0),
      ...{ exact: false, window: 128_000, dropped: [] },
    };
    const start = (model: string): void => {
      log.event({
        type: "call.started",
        data: { callId, purpose, step: index, request: { ...testRequest, model }, report },
      });
    };
    start("first");
    if (end === "replaced") start("second");
    if (end === "open") continue;
    const usage = {
      ...testUsage,
      inputTokens: counted,
      cachedTokens: Math.floor(counted * cachedShare),
      estimated: end === "estimated",
    };
    log.add({ ...buildLog().assistant({ text: "Done" }), id: undefined, callId, usage });
  }
  return { entries: log.entries, traceId: log.traceId };
}

function windowsOf(entries: readonly Entry[]): readonly WindowCall[] {
  const fold = createWindowFold();
  for (const entry of entries) addWindowEntry(fold, entry);
  return fold.calls;
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

describe("the windows of a run", () => {
  it("have parts that add up to the request, with no more cached than there is", () => {
    fc.assert(
      fc.property(shapes(), (calls) => {
        for (const call of windowsOf(writeCalls(calls).entries))
          for (const filled of [call.sent, filledWindow(call)]) {
            expect(total(filled.parts.map(({ tokens }) => tokens))).toBe(filled.tokens);
            expect(total(filled.parts.map(({ cachedTokens }) => cachedTokens))).toBeLessThanOrEqual(
              filled.cachedTokens,
            );
            for (const { tokens, cachedTokens } of filled.parts)
              expect(cachedTokens).toBeLessThanOrEqual(tokens);
          }
      }),
    );
  });

  it("are the same as in the log cut after a moment, for every moment", () => {
    fc.assert(
      fc.property(shapes(), (calls) => {
        const { entries } = writeCalls(calls);
        const whole = windowsOf(entries);
        for (const { sequence } of entries) {
          const cut = windowsOf(entries.filter((entry) => entry.sequence <= sequence));
          expect(windowCallsAt(whole, sequence)).toEqual(windowCallsAt(cut, sequence));
          for (const call of windowCallsAt(whole, sequence)) {
            expect(call.startedSequence).toBeLessThanOrEqual(sequence);
            expect(call.answer?.sequence ?? 0).toBeLessThanOrEqual(sequence);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("show the sums, parts and cache breaks of the Context tab", async () => {
    await fc.assert(
      fc.asyncProperty(shapes(), async (calls) => {
        const { entries, traceId } = writeCalls(calls);
        const { traces } = createInMemoryStores();
        const trace = buildTrace({ id: traceId }, entries);
        await traces.create(scope, trace, entries, []);
        for (const call of await readWindows({ traces, scope }, trace)) {
          if (call.replacedAt !== null) continue;
          const read = await readCall({ traces, scope }, trace, call.startedSequence);
          const filled = filledWindow(call);
          expect(filled.tokens).toBe(read?.totalTokens);
          expect(filled.exact).toBe(read?.exact);
          expect(filled.break).toEqual(read?.context.break);
          expect(filled.parts).toEqual(
            read?.context.rows.flatMap(({ kind, tokens, cachedTokens }) =>
              tokens > 0 ? [{ kind, tokens, cachedTokens }] : [],
            ),
          );
        }
      }),
      { numRuns: 40 },
    );
  });

  it("find the call that a selection shows", () => {
    fc.assert(
      fc.property(shapes(), fc.nat({ max: 60 }), (calls, sequence) => {
        const windows = windowCallsAt(windowsOf(writeCalls(calls).entries), 1_000);
        const before = windows.findLastIndex(({ startedSequence }) => startedSequence <= sequence);
        expect(windowIndexAt(windows, sequence)).toBe(windows.length === 0 ? -1 : Math.max(0, before));
      }),
    );
  });
});
