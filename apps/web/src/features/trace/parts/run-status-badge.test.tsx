import { outlineLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { renderMarkup } from "../../../ui/testing/render-markup.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { RunStatusBadge } from "./run-status-badge.tsx";

it("counts the parts that a completed run gave up, but not at the width of a phone", () => {
  const log = outlineLog();
  log.goal("a");
  log.goal("a1", "a");
  log.status("a1", "abandoned");
  const state = buildDebugger({ entries: log.entries, trace: { status: "completed" } });
  const markup = renderMarkup(
    <DebuggerProvider state={state}>
      <RunStatusBadge />
    </DebuggerProvider>,
  );
  expect(markup).toContain('Completed<span class="phone:hidden">, 1 part given up</span>');
});
