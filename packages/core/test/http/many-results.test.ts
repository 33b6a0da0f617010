import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/ports/tool.ts";
import { RECALL_TOOLS } from "../../src/tools/recall-tools.ts";
import { filler } from "../compaction/sessions.ts";
import type { ReceivedRequest, WireAnswer } from "./model-server.ts";
import { runScenario, type Outcome } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

const fact = (page: number): string => `FACT-${(page * 7_919 + 100_003).toString(36)}`;
/** Steps that an agent may need for each result: to find its id, and to read it. */
const STEPS_PER_RESULT = 2;

const messagesSchema = z.object({
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.string().nullish(), tool_call_id: z.string().optional() }),
  ),
});

/** Returns the id that a request gives for a result: beside its call, or in the index of a summary; undefined if it gives none. */
function idIn(body: string, page: number): string | undefined {
  const { messages } = messagesSchema.parse(JSON.parse(body));
  const own = messages.find((message) => message.tool_call_id === `p${page}`);
  const named = /read_result id="([^"]+)"/u.exec(own?.content ?? "")?.[1];
  if (named !== undefined) return named;
  return own !== undefined || new RegExp(`\\np${page} fetch\\(`, "u").test(messages.at(1)?.content ?? "")
    ? `p${page}`
    : undefined;
}

function newestResult(body: string): string {
  const { messages } = messagesSchema.parse(JSON.parse(body));
  return messages.findLast((message) => message.role === "tool")?.content ?? "";
}

/** An agent that fetches all pages in one step and then reads each until its request has shown the fact. It knows only what its request shows. */
async function readAll(
  pages: number,
  contextWindow: number,
): Promise<{ readonly outcome: Outcome; readonly seen: ReadonlySet<number>; readonly firstIds: number }> {
  const seen = new Set<number>();
  let firstIds: number | undefined;
  let calls = 0;
  const call = (name: string, input: object): WireAnswer => ({
    text: `Reading ${seen.size}.`,
    calls: [{ id: `r${(calls += 1)}`, name, arguments: JSON.stringify(input) }],
  });
  const script = ({ body }: ReceivedRequest, position: number): WireAnswer => {
    if (body.includes("<runtime-request>")) return { text: "## 8. Current work\nReading the pages." };
    const all = Array.from({ length: pages }, (_, page) => page);
    if (position === 0)
      return { calls: all.map((page) => ({ id: `p${page}`, name: "fetch", arguments: `{"page":${page}}` })) };
    firstIds ??= all.filter((page) => idIn(body, page) !== undefined).length;
    for (const page of all) if (body.includes(fact(page))) seen.add(page);
    const next = all.find((page) => !seen.has(page));
    if (next === undefined) return { text: "All pages are read." };
    const id = idIn(body, next) ?? /id="([^"]+)" offset=\d+ \(fetch/u.exec(newestResult(body))?.[1];
    return id === undefined
      ? call("search_history", { text: `page ${next}` })
      : call("read_result", { id, grep: "FACT" });
  };
  const outcome = await runScenario({
    script,
    tools: createTestTools([
      defineTool({
        name: "fetch",
        description: "Fetches a page.",
        input: z.strictObject({ page: z.number() }),
        annotations: { readOnlyHint: true },
        execute: ({ page }) =>
          `page ${page}\n${filler(page, 1_500)}\n${fact(page)}\n${filler(page + 900, 1_500)}`,
      }),
      ...RECALL_TOOLS,
    ]),
    contextWindow,
    limits: { maxSteps: 1_000 },
  });
  return { outcome, seen, firstIds: firstIds ?? 0 };
}

it.each([
  [40, 8_000],
  [40, 16_000],
  [100, 8_000],
  [100, 16_000],
])(
  "lets an agent get at each of %i parallel results in a window of %i tokens",
  async (pages, contextWindow) => {
    const { outcome, seen, firstIds } = await readAll(pages, contextWindow);
    expect(outcome.trace.status).toBe("completed");
    expect(seen.size).toBe(pages);
    // The first request after the calls names every result.
    expect(firstIds).toBe(pages);
    const steps = outcome.events("call.started").filter(({ data }) => data.purpose === "step").length;
    expect(steps).toBeLessThanOrEqual(2 + pages * STEPS_PER_RESULT);
    expect(outcome.events("loop.detected")).toEqual([]);
  },
);
