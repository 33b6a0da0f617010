// @vitest-environment happy-dom
import type { Trace } from "@goaltrace/core/log";
import { act } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../lib/testing/fake-api.tsx";
import { PauseButton } from "./pause-button.tsx";
import { renderPage } from "./testing/render-page.tsx";

vi.mock("../lib/trpc.tsx", () => import("../lib/testing/fake-api.tsx"));

type State = Pick<Trace, "status" | "waitingFor">;

async function open(state: State) {
  const api = createFakeApi(async () => ({ requested: true }));
  await renderPage(<PauseButton workspace="shop" trace={{ id: "t1", ...state }} />, api.Wrapper);
  return { api, button: document.querySelector("button") };
}

it.each<[string, State, string]>([
  ["pauses a running run", { status: "running", waitingFor: null }, "runs.pause"],
  ["continues a paused run", { status: "waiting", waitingFor: "pause" }, "runs.resume"],
])("%s", async (_, state, path) => {
  const { api, button } = await open(state);
  await act(async () => button?.click());
  expect(api.requests).toEqual([{ path, input: { workspace: "shop", traceId: "t1" } }]);
});

it.each<State>([
  { status: "waiting", waitingFor: "approval" },
  { status: "completed", waitingFor: null },
])("offers nothing for a run that is %o", async (state) => {
  expect((await open(state)).button).toBeNull();
});
