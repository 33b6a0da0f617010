// @vitest-environment happy-dom
import type { Diagnosis, Finding } from "@goaltrace/core/diagnose";
import { type ReactElement, useState } from "react";
import { expect, it } from "vitest";
import { type RenderedPage, renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { WhyOpenProvider } from "./why-open.ts";
import { WhyPanel } from "./why-panel.tsx";

const LINE = "1 error along the way";
const ERRORS: Finding = {
  kind: "tool_errors",
  sequence: 7,
  count: 1,
  tools: [{ toolName: "read_file", places: [{ sequence: 7, goalId: "root", text: "No such file." }] }],
};
const completed: Diagnosis = { status: "completed", findings: [ERRORS], errors: 1 };

/** Opens the panel of a run as the debugger does, whose header can expand it. */
async function open(
  diagnosis: Diagnosis,
): Promise<{ readonly page: RenderedPage; readonly selected: readonly number[] }> {
  const selected: number[] = [];
  const state = buildDebugger({ actions: { selectSequence: (sequence) => void selected.push(sequence) } });
  function Panel(): ReactElement {
    const whyOpen = useState(false);
    return (
      <WhyOpenProvider value={whyOpen}>
        <button type="button" onClick={() => whyOpen[1](true)}>
          header
        </button>
        <WhyPanel diagnosis={diagnosis} />
      </WhyOpenProvider>
    );
  }
  const page = await renderPage(
    <DebuggerProvider state={state}>
      <Panel />
    </DebuggerProvider>,
  );
  return { page, selected };
}

it("collapses the errors of a completed run into one line that expands and collapses again", async () => {
  const { page, selected } = await open(completed);
  expect(page.button(LINE)?.getAttribute("aria-expanded")).toBe("false");
  expect(page.text()).not.toContain("No such file.");
  await page.press(LINE);
  expect(page.button(LINE)?.getAttribute("aria-expanded")).toBe("true");
  await page.press("#7read_file No such file.");
  expect(selected).toEqual([7]);
  await page.press(LINE);
  expect(page.text()).not.toContain("No such file.");
});

it("expands for a completed run when the header asks why", async () => {
  const { page } = await open(completed);
  await page.press("header");
  expect(page.text()).toContain("No such file.");
});

it("names the first error and the reason of retries while the line is collapsed", async () => {
  const first: Finding = {
    ...{
      kind: "first_wrong",
      sequence: 7,
      goalId: "root",
      text: "read_file: No such file.",
      what: "tool_error",
    },
    ...{ recovered: true, fix: null, before: [] },
  };
  const failure = { code: "MODEL_RATE_LIMITED", message: "The model answered 429.", fix: "Wait." } as const;
  const retries: Finding = {
    ...{ kind: "retries", sequence: 9, count: 2, lostMs: 10 },
    reasons: [{ failure, sequences: [9, 10] }],
  };
  const { page, selected } = await open({ ...completed, findings: [first, ERRORS, retries] });
  expect(page.text()).toContain("First: read_file No such file.recovered");
  await page.press("#9Retried: The model answered 429.×2");
  expect(selected).toEqual([9]);
  await page.press("1 error and 2 retries along the way");
  expect(page.text()).not.toContain("First:");
});

it("shows the reasons of a failed run at once", async () => {
  const { page } = await open({ ...completed, status: "failed" });
  expect(page.text()).toContain("Why it ended this way");
  expect(page.text()).toContain("No such file.");
});

it("shows nothing for a run without problems", async () => {
  const { page } = await open({ status: "completed", findings: [], errors: 0 });
  expect(page.text()).toBe("header");
});
