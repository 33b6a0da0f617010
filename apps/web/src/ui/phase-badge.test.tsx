import { expect, it } from "vitest";
import { PhaseBadge } from "./phase-badge.tsx";
import { renderMarkup } from "./testing/render-markup.tsx";

const RUNNING = { status: "running", waitingFor: null, phase: "idle", calls: 3 } as const;

it("names the phase of a run from its start to its end, in both languages", () => {
  const badge = (changes: object, locale: "en" | "zh" = "en"): string =>
    renderMarkup(<PhaseBadge facts={{ ...RUNNING, ...changes }} />, locale);
  expect(badge({ calls: 0 })).toContain("Starting");
  expect(badge({})).toContain("Working");
  expect(badge({ phase: "executing" }, "zh")).toContain("执行中");
  expect(badge({ phase: "responding" })).toContain("Answering");
  expect(badge({ status: "queued" })).toContain("Waiting for a worker");
  const children = { status: "waiting", waitingFor: "children" };
  expect(badge(children)).toContain("Waiting for sub-agents");
  expect(badge({ ...children, asksBelow: true })).toContain("Waiting for a person");
  expect(badge({ status: "completed", phase: "responding" })).toBe("");
});
