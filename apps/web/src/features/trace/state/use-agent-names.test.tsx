// @vitest-environment happy-dom
import type { OutlineEntry } from "@goaltrace/core/log";
import type { ReactElement } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../../lib/testing/fake-api.tsx";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "./debugger-provider.tsx";
import { buildDebugger } from "./testing/build-debugger.ts";
import { useAgentNames } from "./use-agent-names.ts";

vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));

const spawned = (q: number, child: string, d: string): OutlineEntry => ({
  ...{ q, t: q, g: "root", k: "child", state: "spawned", child, d, task: child },
});
const ENTRIES = [spawned(1, "a", "explore"), spawned(2, "b", "explore"), spawned(3, "c", "general")];

function Names(): ReactElement {
  const nameOf = useAgentNames();
  const agents = ["a", "b"].map((traceId) => nameOf({ traceId, agent: "explore" }));
  return <p>{[...agents, nameOf({ traceId: "c", agent: "general" })].join(", ")}</p>;
}

it("numbers the sub-agents of one name by their starts where the tree cannot be read", async () => {
  await renderPage(
    <DebuggerProvider state={buildDebugger({ entries: ENTRIES })}>
      <Names />
    </DebuggerProvider>,
    createFakeApi(async () => {
      throw new Error("no tree");
    }).Wrapper,
  );
  expect(document.body.textContent).toContain("explore 1, explore 2, general");
});
