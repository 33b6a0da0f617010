// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { type ApiRequest, createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage, type RenderedPage } from "../../ui/testing/render-page.tsx";
import type { ToolRow } from "./chat-turn.ts";
import { EMPTY_LOG, foldUpdate } from "./chat-log.ts";
import { buildEntry, buildTurnStart } from "./testing/build-turn.ts";
import { ToolOutput } from "./tool-output.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const WHOLE = `${"first line\n".repeat(400)}${"x".repeat(150_000)}the last line`;
const START = 4_000;

/** Returns the row of a call of which only the start of the result was sent. */
function cutRow(): ToolRow {
  const entries = [
    ...buildTurnStart("m"),
    buildEntry(3, {
      ...{ kind: "message", role: "assistant", callId: "c", text: "", reasoning: "" },
      toolCalls: [{ id: "a", name: "bash_command", arguments: '{"command":"make"}' }],
    }),
  ];
  const result = buildEntry(4, {
    ...{ kind: "message", role: "tool", toolCallId: "a", outcome: "ok", title: "make · done" },
    ...{ output: WHOLE.slice(0, START), durationMs: 1 },
  });
  const before = entries.reduce((log, entry) => foldUpdate(log, { kind: "entry", entry }), EMPTY_LOG);
  const cut = [{ field: "output", total: WHOLE.length }];
  const after = foldUpdate(before, { kind: "entry", entry: result, cut });
  const item = after.turns[0]?.items.find(({ kind }) => kind === "tools");
  if (item?.kind !== "tools" || item.rows[0] === undefined) throw new Error("The turn has no row.");
  return item.rows[0];
}

async function open(answer: (request: ApiRequest) => Promise<unknown>): Promise<{
  readonly page: RenderedPage;
  readonly requests: readonly ApiRequest[];
}> {
  const api = createFakeApi(answer);
  const element = <ToolOutput row={cutRow()} workspace="w" traceId="t1" />;
  return { page: await renderPage(element, api.Wrapper), requests: api.requests };
}

async function answerText({ input }: ApiRequest): Promise<unknown> {
  const { offset } = input as { offset: number };
  return { text: WHOLE.slice(offset, offset + 100_000), total: WHOLE.length };
}

it("shows the whole result when its row opens, although only its start was sent with the run", async () => {
  const { page, requests } = await open(answerText);
  expect(page.text()).toContain("154,413 characters");
  await waitForRender(() => expect(page.text()).toContain(WHOLE));
  expect(requests).toMatchObject([
    { path: "traces.text", input: { id: "t1", sequence: 4, field: "output", offset: 4_000 } },
    { path: "traces.text", input: { id: "t1", sequence: 4, field: "output", offset: 104_000 } },
  ]);
});

it("says how much of a result is shown when the rest cannot be loaded, and loads it when asked again", async () => {
  let isDown = true;
  const { page } = await open(async (request) => {
    if (isDown) throw new Error("signal is aborted");
    return await answerText(request);
  });
  await waitForRender(() => expect(page.text()).toContain("First 4,000 of 154,413 characters"));
  expect(page.text()).toContain("The server didn’t respond. Nothing was changed.");
  isDown = false;
  await page.press("Load the rest");
  await waitForRender(() => expect(page.text()).toContain(WHOLE));
  expect(page.button("Load the rest")).toBeUndefined();
});
