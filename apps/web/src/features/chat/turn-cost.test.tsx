// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { buildEntry, buildTurn, buildTurnStart } from "./testing/build-turn.ts";
import { TurnCost } from "./turn-cost.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const usage = {
  ...{ inputTokens: 10, outputTokens: 1, cachedTokens: 0 },
  ...{ reasoningTokens: 0, estimated: false },
};
const OWN = [
  ...buildTurnStart("m"),
  buildEntry(3, {
    ...{ kind: "message", role: "assistant", callId: "c", text: "", reasoning: "", model: "m" },
    ...{ durationMs: 1, toolCalls: [{ id: "x", name: "task", arguments: "{}" }] },
  }),
  buildEntry(4, { kind: "event", type: "call.finished", data: { usage, cost: 0.25 } }),
];
const SPAWNED = buildEntry(5, {
  ...{ kind: "event", type: "child.spawned" },
  data: {
    ...{ childTraceId: "a", toolCallId: "x", agent: "explore", prompt: "Look", limits: {}, group: null },
  },
});

it("shows the cost of a turn with that of its sub-agents, and says so while it has only its own", async () => {
  let answer: (tree: object) => void = () => undefined;
  const tree = new Promise<object>((resolve) => (answer = resolve));
  const api = createFakeApi(async () => await tree);
  const page = await renderPage(
    <TurnCost workspace="shop" turn={buildTurn([...OWN, SPAWNED])} />,
    api.Wrapper,
  );
  expect(page.text()).toBe("$0.250 without sub-agents");
  const runs = [0.25, 0.5].map((cost) => ({ calls: 1, tokens: 1, cost }));
  answer({ rootId: "t1", runs });
  await waitForRender(() => expect(page.text()).toBe("$0.750 with sub-agents"));
});

it("shows the cost alone where a turn has no sub-agents", async () => {
  const page = await renderPage(<TurnCost workspace="shop" turn={buildTurn(OWN)} />);
  expect(page.text()).toBe("$0.250");
});
