import { describe, expect, it } from "vitest";
import { type Crash, crashLoop, isCrash } from "./crash-loop.ts";

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

  it("grants more lost leases than deaths, because a stall strikes innocent runs too", () => {
    const six = crashes("lost", "lost", "lost", "lost", "lost", "lost");
    expect(crashLoop(six)).toBeNull();
    expect(crashLoop([...six, ...crashes("died")])?.message).toContain(
      "workers died 1 times and stopped responding 6 times",
    );
  });
});
