import { goalCreated } from "@goaltrace/core/testing";
import type { OutlineEntry } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import { renderMarkup } from "../../../ui/testing/render-markup.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { LiveRegion } from "./live-region.tsx";

const done = (goalId: string) => ({
  ...{ op: "status" as const, goalId, status: "completed" as const, summary: null, reason: null },
});

const LOG: readonly OutlineEntry[] = [
  { q: 1, t: 1, g: "root", k: "user", d: "Go", n: 1 },
  {
    ...{ q: 2, t: 2, g: "root", k: "goals" },
    ops: [goalCreated("a", "root"), goalCreated("b", "root"), done("a"), done("root")],
  },
];

function announced(entries: readonly OutlineEntry[]): string {
  return renderMarkup(
    <DebuggerProvider state={buildDebugger({ entries })}>
      <LiveRegion />
    </DebuggerProvider>,
  );
}

it("announces the number of goals that the plan on the page has, without the task itself", () => {
  expect(announced(LOG)).toContain("1 of 2 goals done.");
  expect(announced(LOG.slice(0, 1))).not.toContain("goal");
});
