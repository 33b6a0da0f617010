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
function cutRow(whole: string): ToolRow {
  const entries = [
    ...buildTurnStart("m"),
    buildEntry(3, {
      ...{ kind: "message", role: "assistant", callId: "c", text: "", reasoning: "" },
      toolCalls: [{ id: "a", name: "bash_command", arguments: '{"command":"make"}' }],
    }),
  ];
  const result = buildEntry(4, {
    ...{ kind: "message", role: "tool", toolCallId: "a", outcome: "ok", title: "make · done" },
    ...{ output: whole.slice(0, START), durationMs: 1 },
  });
  const before = entries.reduce((log, entry) => foldUpdate(log, { kind: "entry", entry }), EMPTY_LOG);
  const cut = [{ field: "output", total: whole.length }];
  const after = foldUpdate(before, { kind: "entry", entry: result, cut });
  const item = after.turns[0]?.items.find(({ kind }) => kind === "tools");
  if (item?.kind !== "tools" || item.rows[0] === undefined) throw new Error("The turn has no row.");
  return item.rows[0];
}

async function open(
  answer: (request: ApiRequest) => Promise<unknown>,
  whole = WHOLE,
): Promise<{
  readonly page: RenderedPage;
  readonly requests: readonly ApiRequest[];
}> {
  const api = createFakeApi(answer);
  const element = <ToolOutput row={cutRow(whole)} workspace="w" traceId="t1" />;
  return { page: await renderPage(element, api.Wrapper), requests: api.requests };
}

async function answerText({ input }: ApiRequest, whole = WHOLE): Promise<unknown> {
  const { offset } = input as { offset: number };
  return { text: whole.slice(offset, offset + 100_000), total: whole.length };
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
  await waitForRender(() => expect(page.text()).toContain("The server didn’t respond. Nothing was changed."));
  expect(page.text()).toContain("First 4,000 of 154,413 characters");
  expect(page.button("Load the rest")?.getAttribute("aria-disabled")).toBe("false");
  isDown = false;
  await page.press("Load the rest");
  await waitForRender(() => expect(page.text()).toContain(WHOLE));
  expect(page.button("Load the rest")).toBeUndefined();
});

it("says what is shown while the rest loads, and keeps its button and the keyboard focus on it", async () => {
  let answers: ReturnType<typeof answerText> = Promise.reject(new Error("signal is aborted"));
  answers.catch(() => undefined);
  const { page } = await open(async () => answers);
  await waitForRender(() => expect(page.button("Load the rest")).toBeDefined());
  const button = page.button("Load the rest");
  button?.focus();
  answers = new Promise(() => undefined);
  await page.press("Load the rest");
  await waitForRender(() => expect(page.button("Loading the rest")).toBe(button));
  expect(page.text()).toContain("First 4,000 of 154,413 characters");
  expect(page.text()).not.toContain("The server didn’t respond.");
  expect(button?.getAttribute("aria-disabled")).toBe("true");
  expect(button?.disabled).toBe(false);
  expect(document.activeElement).toBe(button);
});

it("loads the pages of a long result one after the other, and those that are missing after a failure", async () => {
  const whole = "0123456789".repeat(250_400);
  let [asked, running, most, isDown] = [0, 0, 0, true];
  const { page, requests } = await open(async (request) => {
    asked += 1;
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (isDown && asked === 10) throw new Error("signal is aborted");
    return await answerText(request, whole);
  }, whole);
  await waitForRender(() => expect(page.button("Load the rest")).toBeDefined());
  expect(page.text()).toContain("First 904,000 of 2,504,000 characters");
  isDown = false;
  await page.press("Load the rest");
  await waitForRender(() => expect(page.text()).toContain(whole));
  const offsets = requests.map(({ input }) => (input as { offset: number }).offset);
  expect(offsets).toHaveLength(26);
  expect(new Set(offsets).size).toBe(25);
  expect(most).toBe(1);
});
