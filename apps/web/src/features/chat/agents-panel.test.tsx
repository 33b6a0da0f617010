// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { AgentsPanel } from "./agents-panel.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const run = (fields: object) => ({
  ...{ id: "root", parentId: null, depth: 0, agent: "general", title: "Do it", status: "running" },
  ...{
    waitingFor: null,
    toolCallId: null,
    phase: "executing",
    activity: null,
    calls: 2,
    errors: 0,
    tokens: 10,
    cost: 0.5,
  },
  ...{
    createdAt: 0,
    startedAt: 0,
    endedAt: 9_000,
    durationMs: 0,
    waitedMs: 0,
    failure: null,
    decision: null,
    modelCalls: 1,
    budget: null,
  },
  ...fields,
});

async function open(runs: readonly object[]) {
  const api = createFakeApi(async () => ({ rootId: "root", runs }));
  return await renderPage(
    <AgentsPanel workspace="shop" traceId="root" onClose={() => undefined} />,
    api.Wrapper,
  );
}

it("lists the sub-agents with their state and what they wait for, their totals and the remaining limits", async () => {
  const below = { parentId: "root", depth: 1 };
  const page = await open([
    run({}),
    run({
      ...below,
      id: "a",
      agent: "explore",
      title: "Look here",
      status: "waiting",
      waitingFor: "approval",
    }),
    run({ ...below, id: "b", title: "Write down", status: "completed" }),
  ]);
  await waitForRender(() => expect(page.text()).toContain("2 sub-agents"));
  expect(page.text()).toContain("Look here");
  expect(page.text()).toContain("waiting for your approval");
  expect(page.text()).toContain("6 calls and $1.500, including the run");
  expect(page.text()).toContain("This run can start 62 more sub-agents, 8 at a time, 3 levels deep.");
});

it("shows what the run and all its sub-agents have used of its budget", async () => {
  const page = await open([
    run({ budget: { usd: 2, tokens: 400_000, steps: 30 } }),
    run({ parentId: "root", depth: 1, id: "a", tokens: 20_000 }),
  ]);
  await waitForRender(() =>
    expect(page.text()).toContain("Used of the budget: $1.000 of $2.000, 20k of 400k tokens, 2 of 30 steps."),
  );
  expect(page.text()).toContain("The rest is for the run and all its sub-agents together.");
});

it("says that the last run has no sub-agents", async () => {
  const page = await open([run({})]);
  await waitForRender(() => expect(page.text()).toContain("can start 64 more"));
  expect(page.text()).toContain("The last run has no sub-agents.");
});
