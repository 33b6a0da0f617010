// @vitest-environment happy-dom
import type { OutlineEntry } from "@goaltrace/core/log";
import { act } from "react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { createLiveOutputs, LiveOutputsProvider } from "../state/live-outputs.ts";
import { RunLength } from "./run-length.tsx";

const ROOT = { g: "root" };

/** A run that waited two seconds for a worker and waits for a sub-agent since its tenth second. */
const LOG: readonly OutlineEntry[] = [
  { ...ROOT, q: 1, t: 0, k: "user", d: "Go", n: 1 },
  { ...ROOT, q: 2, t: 2_000, k: "begin", d: "Go" },
  { ...ROOT, q: 3, t: 10_000, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 100, calls: [] },
  { ...ROOT, q: 4, t: 10_000, k: "status", s: "waiting", d: "children" },
];

async function rendered(entries: readonly OutlineEntry[]): Promise<string> {
  vi.useFakeTimers({ now: 18_000 });
  const state = buildDebugger({ entries });
  const trace = { ...state.log.trace, status: "waiting", waitingFor: "children" } as const;
  await renderPage(
    <DebuggerProvider state={{ ...state, log: { ...state.log, trace, presentTrace: trace } }}>
      <RunLength />
    </DebuggerProvider>,
  );
  vi.useRealTimers();
  return document.body.textContent;
}

it("names the current wait, not the one before it", async () => {
  expect(await rendered(LOG)).toContain("mostly for sub-agents");
});

it("names the person for whom a run waits through its sub-agents", async () => {
  const asked = LOG.map((entry) => (entry.k === "status" ? { ...entry, u: "approval" } : entry));
  expect(await rendered(asked)).toContain("mostly for a person");
});

it("counts the time that the next model call waits to be sent as waiting, also while the call then runs", async () => {
  vi.useFakeTimers({ now: 16_000 });
  const outputs = createLiveOutputs((show) => show());
  const waiting = { kind: "call_waiting", traceId: "t1", callId: "call" } as const;
  const state = buildDebugger({ entries: LOG.slice(0, 3) });
  const trace = { ...state.log.trace, status: "running" } as const;
  await renderPage(
    <LiveOutputsProvider value={outputs}>
      <DebuggerProvider state={{ ...state, log: { ...state.log, trace, presentTrace: trace } }}>
        <RunLength />
      </DebuggerProvider>
    </LiveOutputsProvider>,
  );
  const words = (): string => document.body.textContent;
  expect(words()).toContain("14.0s");
  await act(async () => outputs.noteWaiting({ ...waiting, ahead: 0 }));
  expect(words()).toContain("Worked8.0swaited8.0smostly in the queue");
  await act(async () => {
    vi.setSystemTime(20_000);
    outputs.noteWaiting({ ...waiting, ahead: null });
  });
  await act(async () => vi.advanceTimersByTimeAsync(2_000));
  vi.useRealTimers();
  expect(words()).toContain("Worked10.0swaited12.0smostly in the queue");
});
