// @vitest-environment happy-dom
import type { OutlineEntry } from "@goaltrace/core/log";
import { act, type ReactElement, useState } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../../lib/testing/fake-api.tsx";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import type { Debugger } from "../state/debugger.ts";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { TableView } from "./table-view.tsx";

vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));

const ROW_HEIGHT = 26;
const NO_HITS: ReadonlySet<number> = new Set();
const ENTRIES = Array.from({ length: 2_000 }, (_, q): OutlineEntry => {
  return { q, t: q, g: "root", k: "user", d: `message ${q}`, n: 1 };
});

/** Renders the table of a run of which no goal is shown at first, and returns the function that shows its root. */
async function renderEmpty(): Promise<{ readonly fill: () => Promise<void> }> {
  const whole = buildDebugger({ entries: ENTRIES });
  const none: Debugger = { ...whole, log: { ...whole.log, onlyGoals: new Set<string>() } };
  let show = (): void => undefined;
  function Host(): ReactElement {
    const [state, setState] = useState(none);
    show = () => setState(whole);
    const [view] = useState(<TableView hits={NO_HITS} />);
    return <DebuggerProvider state={state}>{view}</DebuggerProvider>;
  }
  const page = await renderPage(<Host />, createFakeApi(async () => []).Wrapper);
  expect(page.text()).toContain("No entries");
  return { fill: async () => act(async () => show()) };
}

it("shows the rows in view when it is scrolled after it was empty", async () => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(20 * ROW_HEIGHT);
  const { fill } = await renderEmpty();
  await fill();
  const pane = document.querySelector("[role=grid]");
  expect(pane?.textContent).toContain("message 19");
  await act(async () => {
    if (pane !== null) pane.scrollTop = 1_000 * ROW_HEIGHT;
    pane?.dispatchEvent(new Event("scroll"));
  });
  expect(pane?.textContent).toContain("message 1019");
  vi.restoreAllMocks();
});
