// @vitest-environment happy-dom
import { buildTrace } from "@goaltrace/core/testing";
import { act } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { renderHook, waitForRender } from "../../lib/testing/render-hook.tsx";
import type { TraceQuery } from "./list-item.ts";
import { useRuns } from "./use-runs.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const NO_FILTER = {} as TraceQuery;

it("updates rows in place, only counts newer runs until they are asked for, and reloads after a reconnect", async () => {
  const stored = [buildTrace({ id: "old", createdAt: 1, status: "running" })];
  const api = createFakeApi(async ({ path }) =>
    path === "traces.countNewer" ? 1 : { items: [...stored], nextCursor: null },
  );
  const loads = (): number => api.requests.filter(({ path }) => path === "traces.list").length;
  const hook = await renderHook(() => useRuns("storefront", NO_FILTER), api.Wrapper);
  const shown = (): unknown => hook.current().shown.map(({ id, status }) => `${id} ${status}`);
  await waitForRender(() => expect(shown()).toEqual(["old running"]));
  const [stream] = api.streams;
  if (stream === undefined) throw new Error("The page follows no stream.");
  await act(async () => stream.connect());
  expect(loads()).toBe(1);

  const ended = buildTrace({ id: "old", createdAt: 1, status: "completed", lastSequence: 5 });
  const started = buildTrace({ id: "new", createdAt: 2, status: "running" });
  await act(async () => {
    stream.send({ kind: "trace", trace: ended });
    stream.send({ kind: "trace", trace: started });
  });
  await waitForRender(() => expect(hook.current().newerCount).toBe(1));
  expect(shown()).toEqual(["old completed"]);

  stored.unshift(started);
  await act(async () => {
    stream.disconnect();
    stream.connect();
  });
  await waitForRender(() => expect(shown()).toEqual(["new running", "old completed"]));
  expect(hook.current().newerCount).toBe(0);
  expect(loads()).toBe(2);
  await hook.unmount();
  expect(stream.isOpen()).toBe(false);
});
