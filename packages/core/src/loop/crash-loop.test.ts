import { describe, expect, it } from "vitest";
import type { ResumeCause } from "../log/events/trace-events.ts";
import { buildLog, type LogBuilder, TEST_TIME } from "../testing/builders.ts";
import { applyToState } from "./apply-to-state.ts";
import { type Crash, crashLoop, isCrash } from "./crash-loop.ts";
import { createRunState, HANDED_OVER, type RunState } from "./run-state.ts";

const crashes = (...causes: readonly Crash["cause"][]): readonly Crash[] =>
  causes.map((cause, index) => ({ at: Date.UTC(2026, 10, 22, 12, index), cause }));

describe("crash loop", () => {
  it("counts deaths and lost leases, but neither a hand-over nor a run given back", () => {
    expect((["died", "lost", "handed_over", "released"] as const).filter(isCrash)).toEqual(["died", "lost"]);
  });

  it("sets a run aside at the fourth death, naming what was observed and when", () => {
    expect(crashLoop(crashes("died", "died", "died"))).toBeNull();
    const failure = crashLoop(crashes("died", "died", "died", "died"));
    expect(failure?.code).toBe("CRASH_LOOP");
    expect(failure?.message).toContain("workers died 4 times and stopped responding 0 times");
    expect(failure?.message).toContain("2026-11-22T12:03:00.000Z");
  });

  it("grants a run that waits for sub-agents four times as many crashes, but not any number", () => {
    const twelve = crashes(...Array.from({ length: 12 }, () => "died" as const));
    expect(crashLoop(twelve, true)).toBeNull();
    expect(crashLoop([...twelve, ...crashes("died")], true)?.code).toBe("CRASH_LOOP");
  });

  it("grants more lost leases than deaths, because a stall strikes innocent runs too", () => {
    const six = crashes("lost", "lost", "lost", "lost", "lost", "lost");
    expect(crashLoop(six)).toBeNull();
    expect(crashLoop([...six, ...crashes("died")])?.message).toContain(
      "workers died 1 times and stopped responding 6 times",
    );
  });
});

describe("crashes in the state of a run", () => {
  /** Folds a log into a state, as entries of this run or of an earlier turn. */
  function fold(write: (log: LogBuilder) => void, own = true): RunState {
    const state = createRunState("Test");
    const log = buildLog();
    write(log);
    for (const entry of log.entries) applyToState(state, entry, own);
    return state;
  }

  it("keeps deaths and lost leases until the next answer or result, but not one that was interrupted", () => {
    const resumed = (log: LogBuilder, cause: ResumeCause): unknown =>
      log.event({ type: "trace.resumed", data: { journal: [], resumeCount: 1, reason: "any", cause } });
    const crashes = (write: (log: LogBuilder) => void, own = true): RunState["crashes"] =>
      fold((log) => {
        log.assistant({ calls: [{ id: "call" }] });
        resumed(log, "died");
        resumed(log, "lost");
        write(log);
      }, own).crashes;
    const both = [
      { at: TEST_TIME + 2_000, cause: "died" },
      { at: TEST_TIME + 3_000, cause: "lost" },
    ];
    expect(crashes(() => undefined)).toEqual(both);
    expect(crashes((log) => void resumed(log, "handed_over"))).toEqual(both);
    expect(crashes((log) => void resumed(log, "released"))).toEqual(both);
    expect(crashes((log) => void log.tool("call", { outcome: "interrupted" }))).toEqual(both);
    expect(crashes((log) => void log.tool("call"))).toEqual([]);
    expect(crashes((log) => void log.assistant({ text: "a" }))).toEqual([]);
    expect(crashes(() => undefined, false)).toEqual([]);
  });

  it("takes a resume of an older log, without a cause, for a death unless it was handed over", () => {
    const crashes = (reason: string): readonly string[] =>
      fold((log) => {
        log.event({ type: "trace.resumed", data: { journal: [], resumeCount: 1, reason } });
      }).crashes.map(({ cause }) => cause);
    expect(crashes("the process that ran it stopped")).toEqual(["died"]);
    expect(crashes(HANDED_OVER)).toEqual([]);
    expect(HANDED_OVER).toBe("handed over");
  });
});
