import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool, type Tool } from "../../src/ports/tool.ts";
import { RECALL_TOOLS } from "../../src/tools/recall-tools.ts";
import type { ReceivedRequest, WireAnswer } from "./model-server.ts";
import { runScenario, type Outcome } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

/** One thing that a conversation is about: the words that name it, the line that answers it, and the fact in that line. */
type Topic = { readonly asked: string; readonly line: string; readonly fact: string };

const ENGLISH: readonly Topic[] = [
  ["the refund of the damaged lamp", "Refund for lamp (damaged in transit): reference RF-88231, 42.10 EUR"],
  ["the failing test of the price rounding", "FAIL src/pricing/round-price.test.ts: roundsHalfUp got 10.005"],
  [
    "the delivery address of customer Lindqvist",
    "Lindqvist, Karin: Storgatan 114, 11455 Stockholm, door 7731",
  ],
  ["the database migration that timed out", "migration 20261104_add_ledger_index timed out after 300 s"],
  ["the speaker of the evening session", "19:30 evening session, room B204, speaker Dr. Okonkwo (ok4471)"],
].map(([asked = "", line = ""]) => ({
  asked,
  line,
  fact: line.split(/[ ,:]+/u).find((word) => /\d{3}/u.test(word)) ?? "",
}));

const CHINESE: readonly Topic[] = [
  ["王女士那台破损台灯的退款", "退款记录：台灯（运输破损），客户王女士，编号 RF88231，金额 42 元"],
  ["价格取整失败的测试", "测试失败：价格取整 roundPrice10005 期望 10.01"],
  ["仓库夜班的门禁密码", "夜班须知：仓库东门门禁密码为 K7731Q"],
].map(([asked = "", line = ""]) => ({ asked, line, fact: /[A-Za-z]+\d+\w*/u.exec(line)?.[0] ?? "" }));

const filler = (page: number): string =>
  Array.from(
    { length: 40 },
    (_, index) =>
      `row ${page * 40 + index}: shipment of parts to store ${(page * 31 + index * 7) % 900}, status ok, 第${page}页 库存正常`,
  ).join("\n");

/** Every fifth page holds the line of a topic, somewhere in its middle. */
function pages(topics: readonly Topic[]): Tool {
  return defineTool({
    name: "fetch_page",
    description: "Fetches a page.",
    input: z.strictObject({ page: z.number() }),
    annotations: { readOnlyHint: true },
    execute: ({ page }) => {
      const topic = page % 5 === 0 ? topics[page / 5 - 1] : undefined;
      const rows = filler(page).split("\n");
      return (topic === undefined ? rows : rows.toSpliced(20, 0, topic.line)).join("\n");
    },
  });
}

const STEPS = 60;

/** Reads its pages, then searches for each topic with the words of the goal and of the newest message, at most twice. */
async function searchAfterwards(
  topics: readonly Topic[],
  words: (topic: Topic) => string,
): Promise<{ readonly outcome: Outcome; readonly found: ReadonlySet<string> }> {
  const found = new Set<string>();
  let step = 0;
  let topic = 0;
  let skip = 0;
  const script = ({ body }: ReceivedRequest): WireAnswer => {
    if (body.includes("<runtime-request>")) return { text: "## 8. Current work\nReading pages." };
    step += 1;
    if (step <= STEPS)
      return { calls: [{ id: `p${step}`, name: "fetch_page", arguments: `{"page":${step}}` }] };
    const current = topics[topic];
    if (current === undefined) return { text: "Searched." };
    const result = /"role":"tool"(?:(?!"role":"tool").)*$/u.exec(body)?.[0] ?? "";
    const isSearched = step > STEPS + 1;
    const next = /More with skip=(\d+)/u.exec(result)?.[1];
    if (isSearched && result.includes(current.fact)) found.add(current.fact);
    const isDone = isSearched && (found.has(current.fact) || skip > 0 || next === undefined);
    if (isDone) topic += 1;
    skip = isDone || !isSearched ? 0 : Number(next);
    const wanted = topics[topic];
    if (wanted === undefined) return { text: "Searched." };
    step = isDone ? STEPS + 1 : step;
    const written = JSON.stringify({ text: words(wanted), skip });
    return { calls: [{ id: `s${topic}_${skip}`, name: "search_history", arguments: written }] };
  };
  const outcome = await runScenario({
    script,
    tools: createTestTools([pages(topics), ...RECALL_TOOLS]),
    contextWindow: 16_000,
    limits: { maxSteps: 200 },
  });
  return { outcome, found };
}

it.each([
  [
    "English",
    ENGLISH,
    ({ asked }: Topic) => `Check the records of the store. Please tell me ${asked} again.`,
  ],
  ["Chinese", CHINESE, ({ asked }: Topic) => `核对门店记录 请再告诉我一次${asked}是多少`],
])(
  "finds facts of a compacted conversation in at most two searches by goal title and newest message, in %s",
  async (_, topics, words) => {
    const { outcome, found } = await searchAfterwards(topics, words);
    expect(outcome.trace.status).toBe("completed");
    expect(
      outcome.events("compaction.finished").length + outcome.events("context.cleared").length,
    ).toBeGreaterThan(0);
    expect([...found]).toEqual(topics.map(({ fact }) => fact));
    expect(outcome.events("result.spilled").map(({ data }) => data.toolName)).not.toContain("search_history");
  },
);

it("returns ids that open the whole message, result or user message", async () => {
  const opened: string[] = [];
  const ids: string[] = [];
  const outcome = await runScenario({
    task: `Note the code word Zanzibar-77. ${"Then wait. ".repeat(50)}`,
    script: ({ body }, position): WireAnswer => {
      const results = z
        .object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) })
        .parse(JSON.parse(body))
        .messages.flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));
      const last = results.at(-1) ?? "";
      const call = (name: string, input: object): WireAnswer => ({
        calls: [{ id: `c${position}`, name, arguments: JSON.stringify(input) }],
      });
      if (position === 0) return call("read", { path: "harbor-55" });
      if (position === 1) return call("search_history", { text: "Zanzibar harbor" });
      if (position === 2) ids.push(...[...last.matchAll(/id="([^"]+)"/gu)].map((match) => match[1] ?? ""));
      else opened.push(last);
      const id = ids[position - 2];
      return id === undefined ? { text: "Done." } : call("read_result", { id });
    },
    tools: createTestTools(RECALL_TOOLS),
  });
  expect(outcome.trace.status).toBe("completed");
  expect(ids).toContain("c0");
  expect(ids.some((id) => /^#\d+$/u.test(id))).toBe(true);
  expect(opened).toHaveLength(ids.length);
  expect(opened.join("\n")).toContain("Zanzibar-77");
  expect(opened.join("\n")).toContain("content of harbor-55");
});
