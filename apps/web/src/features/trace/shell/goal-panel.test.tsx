// @vitest-environment happy-dom
import { outlineLog } from "@goaltrace/core/testing";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../../lib/testing/fake-api.tsx";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { GoalPanel } from "./goal-panel.tsx";

vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));

it.each([
  { place: "beside the graph after the first picture", withEdges: false, isPainted: false, isThere: false },
  { place: "beside a painted graph", withEdges: false, isPainted: true, isThere: true },
  { place: "at once where it is the content", withEdges: true, isPainted: false, isThere: true },
])("lists the plan $place", async ({ withEdges, isPainted, isThere }) => {
  const state = buildDebugger();
  await renderPage(
    <DebuggerProvider state={{ ...state, log: { ...state.log, isPainted } }}>
      <GoalPanel withEdges={withEdges} />
    </DebuggerProvider>,
    createFakeApi(async () => []).Wrapper,
  );
  expect(document.querySelector("[role=tree]") !== null).toBe(isThere);
});

it("says how many goals were given up where none is left", async () => {
  const log = outlineLog();
  log.goal("a");
  log.status("a", "abandoned");
  await renderPage(
    <DebuggerProvider state={buildDebugger({ entries: log.entries })}>
      <GoalPanel withEdges={false} />
    </DebuggerProvider>,
    createFakeApi(async () => []).Wrapper,
  );
  expect(document.querySelector("header")?.textContent).toContain("1 given up");
});
