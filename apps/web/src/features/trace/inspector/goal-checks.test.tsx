// @vitest-environment happy-dom
import type { OutlineEntry } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { GoalChecks } from "./goal-checks.tsx";

const claim = (q: number, goalId: string, verdict: "verified" | "not_done", d: string): OutlineEntry => ({
  ...{ q, t: q, g: goalId, k: "claim", goalId, verdict, d },
});

it("shows what each check of the goal found, and opens its entry", async () => {
  const selected: number[] = [];
  const entries = [
    claim(3, "a", "verified", ""),
    claim(5, "b", "not_done", "no call wrote a file"),
    claim(8, "b", "verified", ""),
  ];
  const state = buildDebugger({
    entries,
    actions: { selectSequence: (sequence) => void selected.push(sequence) },
  });
  const page = await renderPage(
    <DebuggerProvider state={state}>
      <GoalChecks goalId="b" />
    </DebuggerProvider>,
  );
  expect(page.text()).toBe("Checks#5Check 1: not done yetno call wrote a file#8Check 2: verified");
  await page.press("#8Check 2: verified");
  expect(selected).toEqual([8]);
});
