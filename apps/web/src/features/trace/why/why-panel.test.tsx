// @vitest-environment happy-dom
import type { Diagnosis, Finding } from "@goaltrace/core/diagnose";
import { type ReactElement, useState } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../../lib/testing/render-hook.tsx";
import { type RenderedPage, renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { WhyOpenProvider } from "./why-open.ts";
import { WhyPanel } from "./why-panel.tsx";

vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));

const LINE = "1 error along the way";
const ERRORS: Finding = {
  kind: "tool_errors",
  sequence: 7,
  count: 1,
  tools: [
    {
      toolName: "read_file",
      places: [{ sequence: 7, goalId: "root", text: "No such file.", repaired: false }],
    },
  ],
};
const completed: Diagnosis = { status: "completed", findings: [ERRORS], errors: 1 };

/** Opens the panel of a run as the debugger does, whose header can expand it. */
async function open(
  diagnosis: Diagnosis,
  api = createFakeApi(async () => ({ pinned: [] })),
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
    api.Wrapper,
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
    ...{ recovered: true, repaired: true, fix: null, before: [] },
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

it("puts what the agent no longer had first, with its fix instead of a higher limit", async () => {
  const failure = { code: "LIMIT_REACHED", message: "Out of steps.", fix: "Raise the limit." } as const;
  const end: Finding = {
    ...{ kind: "end", sequence: 284, status: "failed", failure },
    ...{ cause: { kind: "limit", limit: "steps" }, causedAt: 283 },
  };
  const evidence = { sequence: 203, goalId: "check", text: "41 paid invoices have new numbers" };
  const missing: Finding = {
    ...{ kind: "missing", sequence: 142, beforeTokens: 118_000, afterTokens: 31_000, failedAt: 171 },
    facts: [
      {
        ...{ kind: "requirement", text: "Paid invoices keep their number.", source: 12 },
        ...{ evidence, againAt: 184 },
      },
    ],
  };
  const failed = { status: "failed", errors: 1 } as const;
  const before = await open({ ...failed, findings: [end] });
  expect(before.page.text()).toContain("Raise the limit.");
  const refused = { code: "MODEL_QUOTA_EXHAUSTED", message: "No credit left.", fix: "Add credit." } as const;
  const ofModel: Finding = { ...end, failure: refused, cause: { kind: "model", attempts: 3 } };
  const other = await open({ ...failed, findings: [missing, ofModel] });
  expect(other.page.text()).toContain("Add credit.");
  const { page, selected } = await open({ ...failed, findings: [missing, end] });
  const text = page.text();
  expect(text).not.toContain("Raise the limit.");
  expect(text).toContain("“Paid invoices keep their number.”");
  const order = [
    "Stated here",
    "The compaction dropped it (118k → 31k)",
    "went wrong without it",
    "About it: 41",
  ];
  expect(order.map((part) => text.indexOf(part))).toEqual(
    order.map((part) => text.indexOf(part)).toSorted((left, right) => left - right),
  );
  expect(text.indexOf("The agent no longer had this")).toBeLessThan(text.indexOf("Out of steps."));
  await page.press("#142The compaction dropped it (118k → 31k)");
  expect(selected).toEqual([142]);
});

it("offers to pin what was missing, unless it is pinned by now", async () => {
  const evidence = { sequence: 9, goalId: "root", text: "changed" };
  const facts = ["Never change the archive.", "Ask first."].map((text) => ({
    ...{ kind: "requirement" as const, text, source: 2, evidence, againAt: null },
  }));
  const missing: Finding = {
    ...{ kind: "missing", sequence: 4, beforeTokens: 900, afterTokens: 300, failedAt: 9, facts },
  };
  const api = createFakeApi(async ({ path }) =>
    path === "runs.pin" ? { when: "next_turn" } : { pinned: ["Ask first."] },
  );
  const { page } = await open({ status: "failed", findings: [missing], errors: 1 }, api);
  await waitForRender(() => expect(page.text()).toContain("“Ask first.”pinned"));
  await page.press("Pin again: Never change the archive.");
  await waitForRender(() =>
    expect(api.requests).toContainEqual({
      path: "runs.pin",
      input: { workspace: "shop", traceId: "t1", text: "Never change the archive." },
    }),
  );
});

it("shows nothing for a run without problems", async () => {
  const { page } = await open({ status: "completed", findings: [], errors: 0 });
  expect(page.text()).toBe("header");
});
