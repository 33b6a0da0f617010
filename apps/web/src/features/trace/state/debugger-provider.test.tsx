// @vitest-environment happy-dom
import type { OutlineEntry } from "@goaltrace/core/log";
import { act, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { expect, it } from "vitest";
import { renderHook } from "../../../lib/testing/render-hook.tsx";
import { DebuggerProvider, useActions, useLog, useStateReader, useView } from "./debugger-provider.tsx";
import type { Debugger } from "./debugger.ts";
import { buildDebugger } from "./testing/build-debugger.ts";

const ENTRY: OutlineEntry = { q: 1, t: 1, g: "root", k: "user", d: "x", n: 1 };

/** Renders a hook inside of a debugger. Returns its result, the number of its renders, and a function that changes the state. */
async function readState<Result>(useHook: () => Result): Promise<{
  readonly current: () => Result;
  readonly renders: () => number;
  readonly change: (part: Partial<Debugger>) => Promise<void>;
}> {
  let setState: (update: (before: Debugger) => Debugger) => void = () => undefined;
  let renders = 0;
  function Page({ children }: { readonly children: ReactNode }): ReactElement {
    const [state, set] = useState(() => buildDebugger());
    setState = set;
    return <DebuggerProvider state={state}>{children}</DebuggerProvider>;
  }
  const hook = await renderHook(() => {
    renders += 1;
    return useHook();
  }, Page);
  return {
    current: hook.current,
    renders: () => renders,
    change: async (part) => await act(async () => setState((before) => ({ ...before, ...part }))),
  };
}

it("renders a reader of the view only when what it selects changes", async () => {
  const { current, renders, change } = await readState(() => useView(({ goal, tab }) => ({ goal, tab })));
  await change({ view: { ...buildDebugger().view, sequence: 7 } });
  expect(renders()).toBe(1);
  await change({ view: { ...buildDebugger().view, sequence: 7, goal: "g1" } });
  expect(current()).toEqual({ goal: "g1", tab: "io" });
  expect(renders()).toBe(2);
});

it("renders a reader of the log when it grows, and a reader of what is derived from it only when that changes", async () => {
  const { log } = buildDebugger({ entries: [ENTRY] });
  // Grown in place: graph and entries are the same objects.
  const grown: Debugger["log"] = { ...log, model: { ...log.model, length: 2 } };
  const model = await readState(() => useLog((shown) => shown.model));
  const count = await readState(() => useLog((shown) => shown.model.entries.length));
  for (const { change } of [model, count]) {
    await change({ log });
    await change({ log: grown });
  }
  expect(model.current()).toBe(grown.model);
  expect([count.current(), count.renders(), model.renders()]).toEqual([1, 2, 3]);
});

it("gives handlers the latest state without rendering", async () => {
  const { current, renders, change } = await readState(useStateReader);
  await change({ view: { ...buildDebugger().view, moment: 116 } });
  expect(current()().view.moment).toBe(116);
  expect(renders()).toBe(1);
});

it("gives readers the actions of a log that has loaded", async () => {
  const { current, change } = await readState(useActions);
  const { actions } = buildDebugger({ actions: { selectGoal: () => undefined } });
  await change({ actions });
  expect(current()).toBe(actions);
});

it("rejects a reader outside a debugger", async () => {
  await expect(renderHook(() => useView((view) => view.goal))).rejects.toThrow("debugger");
});
