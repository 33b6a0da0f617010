// @vitest-environment happy-dom
import type { Trace } from "@goaltrace/core/log";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../../lib/testing/render-hook.tsx";
import { buildRequest } from "../../../ui/requests/testing/build-request.ts";
import { type RenderedPage, renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { AnswerBar } from "./answer-bar.tsx";

vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));

const WAITING = { status: "waiting", waitingFor: "approval" } as const;

async function open(
  trace: Partial<Trace>,
  requests: readonly object[],
  isNow = true,
): Promise<{
  readonly page: RenderedPage;
  readonly api: ReturnType<typeof createFakeApi>;
  readonly opened: () => number;
}> {
  let opened = 0;
  const api = createFakeApi(async () => await Promise.resolve(requests));
  const page = await renderPage(
    <DebuggerProvider state={buildDebugger({ trace, isNow })}>
      <AnswerBar
        onAnswer={() => {
          opened += 1;
        }}
      />
    </DebuggerProvider>,
    api.Wrapper,
  );
  return { page, api, opened: () => opened };
}

it("names the question that a run waits for, and opens it", async () => {
  const { page, opened } = await open(WAITING, [buildRequest()]);
  await waitForRender(() =>
    expect(page.text()).toBe("Waiting for you:Run write_file?write_file(src/a.ts)Answer"),
  );
  await page.press("Answer");
  expect(opened()).toBe(1);
});

it("counts several questions", async () => {
  const { page } = await open(WAITING, [buildRequest(), { ...buildRequest(), id: "second" }]);
  await waitForRender(() => expect(page.text()).toContain("2 questions wait for you:"));
});

it("is not there, and asks nothing, while the run waits for nobody", async () => {
  const { page, api } = await open({ status: "running", waitingFor: null }, [buildRequest()]);
  expect(page.text()).toBe("");
  expect(api.requests).toEqual([]);
});

it("is not there, and asks nothing, at an earlier moment, where nothing can be answered", async () => {
  const { page, api } = await open(WAITING, [buildRequest()], false);
  expect(page.text()).toBe("");
  expect(api.requests).toEqual([]);
});

it("disappears once nothing is open, although the run waits for its sub-agents", async () => {
  const { page, api } = await open({ status: "waiting", waitingFor: "children" }, []);
  await waitForRender(() => expect(api.requests).toHaveLength(1));
  expect(page.text()).toBe("");
});
