import { describe, expect, it } from "vitest";
import { phaseOf, type PhaseFacts } from "./phase-of.ts";

const RUNNING: PhaseFacts = { status: "running", waitingFor: null, phase: "idle", calls: 0 };

describe("the phase of a run", () => {
  it("is the phase of its log while it runs", () => {
    for (const phase of [
      "routing",
      "planning",
      "executing",
      "reflecting",
      "checking",
      "learning",
      "replanning",
      "responding",
    ] as const)
      expect(phaseOf({ ...RUNNING, phase })).toBe(phase);
  });

  it("is starting only before the first call", () => {
    expect(phaseOf(RUNNING)).toBe("starting");
    expect(phaseOf({ ...RUNNING, calls: 1 })).toBe("executing");
  });

  it("is what the run waits for", () => {
    const waiting = { ...RUNNING, status: "waiting", calls: 3 } as const;
    expect(phaseOf({ ...waiting, waitingFor: "approval" })).toBe("person");
    expect(phaseOf({ ...waiting, waitingFor: "question" })).toBe("person");
    expect(phaseOf({ ...waiting, waitingFor: "pause" })).toBe("pause");
    expect(phaseOf({ ...waiting, waitingFor: null })).toBe("worker");
    expect(phaseOf({ ...RUNNING, status: "queued" })).toBe("queued");
  });

  it("is waiting for a person when a run below it asks one", () => {
    const waiting = { ...RUNNING, status: "waiting", waitingFor: "children" } as const;
    expect(phaseOf(waiting)).toBe("agents");
    expect(phaseOf({ ...waiting, asksBelow: true })).toBe("person");
  });

  it("ends with the run", () => {
    expect(phaseOf({ ...RUNNING, status: "completed", phase: "responding", calls: 3 })).toBeNull();
  });
});
