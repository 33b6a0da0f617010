import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { TraceLimits } from "../log/trace.ts";
import type { EntryDraft } from "../log/entry.ts";
import { defineTool, type Tool } from "../ports/tool.ts";
import { testAgent, TEST_TIME, type LogBuilder } from "../testing/builders.ts";
import { createLoopRun, type LoopRun } from "../testing/loop-run.ts";
import { NO_PROGRESS_REPEATS, SAME_CALL_REPEATS } from "../tunables.ts";
import { checkGuards, checkLimits } from "./check-guards.ts";

const tool = (name: string, more: Partial<Tool> = {}): Tool =>
  defineTool({ name, description: name, input: z.object({}), execute: () => "done", ...more });

/** Calls the tool `name` with each of these arguments, with equal results. */
function callAll(log: LogBuilder, name: string, inputs: readonly string[]): void {
  for (const input of inputs) {
    const { toolCalls } = log.assistant({ calls: [{ name, arguments: input }] });
    log.tool(toolCalls[0]?.id ?? "", { toolName: name });
  }
}

const same = (count: number): string[] => Array.from({ length: count }, () => "{}");
const different = (count: number): string[] => Array.from({ length: count }, (_, at) => `{"at":${at}}`);

const withLimits = (limits: Partial<TraceLimits>): { agent: typeof testAgent } => ({
  agent: { ...testAgent, limits: { ...testAgent.limits, ...limits } },
});

async function guarded(
  log: (log: LogBuilder) => void,
  tools: readonly Tool[],
): Promise<readonly EntryDraft[]> {
  const run = await createLoopRun({ log, tools });
  checkGuards(run.context);
  return await run.written();
}

describe("loops", () => {
  it("are recorded with their calls when they begin, and not again before they grow", async () => {
    const run = await createLoopRun({
      log: (log) => callAll(log, "look", same(SAME_CALL_REPEATS)),
      tools: [tool("look")],
    });
    checkGuards(run.context);
    checkGuards(run.context);
    expect(await run.written()).toEqual([
      {
        ...{ kind: "event", type: "loop.detected", goalId: "root" },
        data: {
          ...{ detector: "same_call", action: "noted", count: 3, sequences: [2, 4, 6] },
          evidence: "look {}",
        },
      },
    ]);
  });

  it("escalate when the same loop continues", async () => {
    const written = await guarded(
      (log) => {
        callAll(log, "look", same(SAME_CALL_REPEATS));
        const loop = { detector: "same_call", count: 3, sequences: [2, 4, 6], evidence: "look {}" } as const;
        log.event({ type: "loop.detected", data: { ...loop, action: "noted" } });
        callAll(log, "look", same(1));
      },
      [tool("look")],
    );
    expect(written).toMatchObject([{ data: { action: "denied", count: 4, sequences: [2, 4, 6, 9] } }]);
  });

  it("are not recorded below the number of repeats, after a stop or the final call", async () => {
    expect(await guarded((log) => callAll(log, "look", same(SAME_CALL_REPEATS - 1)), [tool("look")])).toEqual(
      [],
    );
    for (const flag of ["stopped", "finalRequested"] as const) {
      const run = await createLoopRun({ log: (log) => callAll(log, "look", same(SAME_CALL_REPEATS)) });
      run.context.state[flag] = true;
      checkGuards(run.context);
      expect(await run.written()).toEqual([]);
    }
  });

  it("of a polling tool are harmless and recorded once per run", async () => {
    const polled = (name: string, evidence: string) => (log: LogBuilder) => {
      callAll(log, name, same(SAME_CALL_REPEATS));
      const loop = { detector: "same_call", action: "polling", count: 3, sequences: [1], evidence } as const;
      log.event({ type: "loop.detected", data: loop });
    };
    const tools = [tool("poll", { polling: true }), tool("look")];
    expect(await guarded(polled("poll", "poll {}"), tools)).toEqual([]);
    expect(await guarded(polled("poll", "another"), tools)).toMatchObject([{ data: { action: "polling" } }]);
    expect(await guarded(polled("look", "look {}"), tools)).toMatchObject([{ data: { action: "noted" } }]);
  });

  it("are recorded again when another detector reports the same place", async () => {
    const written = await guarded(
      (log) => {
        callAll(log, "look", same(SAME_CALL_REPEATS));
        const loop = { detector: "same_error", count: 3, sequences: [2, 4, 6], evidence: "look {}" } as const;
        log.event({ type: "loop.detected", data: { ...loop, action: "noted" } });
      },
      [tool("look")],
    );
    expect(written).toHaveLength(1);
  });

  it("without progress exist only for tools that just read", async () => {
    const calls = (log: LogBuilder): void => callAll(log, "look", different(NO_PROGRESS_REPEATS));
    const readOnly = tool("look", { annotations: { readOnlyHint: true } });
    expect(await guarded(calls, [readOnly])).toMatchObject([{ data: { detector: "no_progress" } }]);
    expect(await guarded(calls, [tool("look", { annotations: { idempotentHint: true } })])).toEqual([]);
    expect(await guarded(calls, [tool("look")])).toEqual([]);
    expect(await guarded(calls, [])).toEqual([]);
  });
});

describe("limits", () => {
  const twoSteps = (log: LogBuilder): void => {
    log.assistant({ text: "a" });
    log.assistant({ text: "b" });
  };
  const limitOf = async (run: LoopRun): Promise<unknown> => {
    const staged = checkLimits(run.context);
    const written = await run.written();
    expect(staged).toBe(written.length === 1);
    return written[0]?.kind === "event" ? written[0] : null;
  };
  const reached = (limit: string, used: number, allowed: number): unknown => ({
    ...{ kind: "event", type: "limit.reached", goalId: "root", data: { limit, used, allowed } },
  });

  it.each([
    [{ maxSteps: 2 }, reached("steps", 2, 2)],
    [{ maxSteps: 1 }, reached("steps", 2, 1)],
    [{ maxSteps: 3 }, null],
    // An answer of the test log uses 120 tokens.
    [{ maxTokens: 240 }, reached("tokens", 240, 240)],
    [{ maxTokens: 241 }, null],
    [{ maxSteps: 2, maxTokens: 240 }, reached("steps", 2, 2)],
  ])("compare %j with two steps of 120 tokens", async (limits, expected) => {
    const run = await createLoopRun({ log: twoSteps, trace: withLimits(limits) });
    expect(await limitOf(run)).toEqual(expected);
  });

  it("count time from the start of the run, without its waits", async () => {
    const lasting = async (milliseconds: number, waitedMs: number): Promise<unknown> => {
      const run = await createLoopRun({
        trace: { ...withLimits({ maxDurationMs: 10_000 }), startedAt: TEST_TIME },
      });
      run.context.state.waitedMs = waitedMs;
      run.clock.advance(TEST_TIME + milliseconds - run.clock.now());
      return await limitOf(run);
    };
    expect(await lasting(9_999, 0)).toBeNull();
    expect(await lasting(10_000, 0)).toEqual(reached("duration", 10_000, 10_000));
    expect(await lasting(12_000, 2_001)).toBeNull();
    expect(await lasting(12_000, 1_000)).toEqual(reached("duration", 11_000, 10_000));
  });

  it("count time from the creation of a run that has not started", async () => {
    const run = await createLoopRun({ trace: { ...withLimits({ maxDurationMs: 10_000 }), startedAt: null } });
    run.clock.advance(TEST_TIME + 10_000 - run.clock.now());
    expect(await limitOf(run)).toEqual(reached("duration", 10_000, 10_000));
  });

  it("are recorded once, and not after the final call", async () => {
    const run = await createLoopRun({ log: twoSteps, trace: withLimits({ maxSteps: 2 }) });
    expect(checkLimits(run.context)).toBe(true);
    expect(checkLimits(run.context)).toBe(false);
    expect(await run.written()).toHaveLength(1);
    const last = await createLoopRun({ log: twoSteps, trace: withLimits({ maxSteps: 2 }) });
    last.context.state.finalRequested = true;
    expect(checkLimits(last.context)).toBe(false);
  });

  it("are checked together with loops after a batch", async () => {
    const run = await createLoopRun({
      log: (log) => callAll(log, "look", same(SAME_CALL_REPEATS)),
      trace: withLimits({ maxSteps: 3 }),
    });
    checkGuards(run.context);
    expect((await run.written()).map((entry) => entry.kind === "event" && entry.type)).toEqual([
      "loop.detected",
      "limit.reached",
    ]);
  });
});
