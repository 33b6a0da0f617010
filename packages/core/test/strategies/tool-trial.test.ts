import { describe, expect, it } from "vitest";
import { toolTrialText } from "../../src/strategies/tool-trial.ts";
import { runScenario } from "../http/run-scenario.ts";

const trial = { script: [], strategy: "tool-trial" } as const;

describe("a trial of a tool", () => {
  it("makes its one call, asks no model, and completes", async () => {
    const { trace, tools, requests, results } = await runScenario({
      ...trial,
      task: toolTrialText("read", '{"path":"a b ${x}"}'),
    });
    expect(tools.runs).toEqual(['read {"path":"a b ${x}"}']);
    expect(results()).toEqual(["ok: content of a b ${x}"]);
    expect(requests).toEqual([]);
    expect(trace).toMatchObject({ status: "completed", failure: null });
  });

  it("passes the permission of the run", async () => {
    const permission = {
      decide: async () => ({ effect: "deny", by: "rule", reason: "The workspace denies it." }) as const,
    };
    const { trace, tools, entries } = await runScenario({
      ...trial,
      task: toolTrialText("write", '{"path":"a"}'),
      environment: { permission },
    });
    expect(tools.runs).toEqual([]);
    expect(entries.at(-2)).toMatchObject({ role: "tool", outcome: "denied", refusal: "rule" });
    expect(trace.status).toBe("completed");
  });

  it("returns the failure of a call as a model would read it, and calls once", async () => {
    const { tools, entries } = await runScenario({ ...trial, task: toolTrialText("fail", "{}") });
    expect(tools.count("fail")).toBe(1);
    expect(entries.at(-2)).toMatchObject({ role: "tool", outcome: "error" });
  });

  it("reports the problem with an unknown tool or unknown arguments", async () => {
    const { entries } = await runScenario({ ...trial, task: toolTrialText("raed", '{"path":"a"}') });
    expect(entries.at(-2)).toMatchObject({ role: "tool", outcome: "error", toolName: "raed" });
    for (const task of ["read", "read [1]", "read {", " {}"])
      expect((await runScenario({ ...trial, task })).trace).toMatchObject({
        ...{ status: "failed", failure: { code: "INVALID_INPUT" } },
      });
  });
});
