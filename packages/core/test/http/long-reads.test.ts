import { expect, it } from "vitest";
import { z } from "zod";
import { createTokenizer } from "../../src/adapters/tokenizer.ts";
import type { Tokenizer } from "../../src/ports/tokenizer.ts";
import { defineTool } from "../../src/ports/tool.ts";
import { IS_SOAK } from "../../src/testing/soak.ts";
import { readResultTool } from "../../src/tools/read-result.ts";
import type { ReceivedRequest, WireAnswer } from "./model-server.ts";
import { runScenario, type Outcome } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

/** Numbers and few words: twice as many tokens per character as prose. */
function denseLines(size: number): string {
  let state = 7;
  const lines: string[] = [];
  for (let length = 0; length < size;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const line = `${state},${state % 97},${(state * 31) % 100_003},${state.toString(36)}`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join("\n");
}

/** Each page costs a model call, so only soak reads the longest text. */
const LONG_TEXT = IS_SOAK ? "3 MB" : "250 kB";
const PAGE = /^\[characters (\d+) to (\d+) of (\d+)\.(?: Continue with offset=(\d+)\.)?[^\]]*\]\n/u;

/** A model that fetches the text and reads it page by page. It goes on only from what its request shows. */
function reader(): { script(request: ReceivedRequest): WireAnswer; readonly pages: string[] } {
  const pages: string[] = [];
  let id = "";
  let asked = 0;
  const readOn = (offset: number): WireAnswer => ({
    calls: [{ id: `r${(asked += 1)}`, name: "read_result", arguments: JSON.stringify({ id, offset }) }],
  });
  const script = ({ body }: ReceivedRequest): WireAnswer => {
    if (body.includes("<runtime-request>"))
      return { text: "## 8. Current work\nReading the text page by page." };
    const { messages } = z
      .object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) })
      .parse(JSON.parse(body));
    const result = messages.findLast(({ role }) => role === "tool")?.content;
    if (typeof result !== "string") return { calls: [{ id: "fetch", name: "fetch", arguments: "{}" }] };
    const marker = /read_result id="([^"]+)"/u.exec(result);
    if (id === "") {
      id = marker?.[1] ?? "";
      return readOn(0);
    }
    const shown = PAGE.exec(result);
    if (shown === null) throw new Error(`A page did not arrive: ${result.slice(0, 200)}`);
    pages.push(result.slice(shown[0].length));
    return shown[4] === undefined ? { text: "Read to the end." } : readOn(Number(shown[4]));
  };
  return { script, pages };
}

async function readThrough(
  text: string,
  options: { readonly tokenizer: Tokenizer; readonly checksLaws: boolean },
): Promise<{ outcome: Outcome; pages: readonly string[] }> {
  const fetch = defineTool({
    name: "fetch",
    description: "Fetches the text.",
    input: z.strictObject({}),
    annotations: { readOnlyHint: true },
    execute: () => text,
  });
  const { script, pages } = reader();
  const outcome = await runScenario({
    script,
    tools: createTestTools([fetch, readResultTool]),
    contextWindow: 8_000,
    limits: { maxSteps: 10_000 },
    ports: { tokenizer: options.tokenizer },
    checksLaws: options.checksLaws,
  });
  return { outcome, pages };
}

it.each([
  ["100 kB of dense lines", denseLines(100_000), { tokenizer: createTokenizer(), checksLaws: true }],
  [
    `${LONG_TEXT} on one line`,
    JSON.stringify(denseLines(IS_SOAK ? 2_900_000 : 240_000).split("\n")),
    { tokenizer: { count: (text: string) => Math.ceil(text.length / 2) }, checksLaws: false },
  ],
])("reads %s to the end in an 8,000-token window, every page whole", async (_, text, options) => {
  const { outcome, pages } = await readThrough(text, options);
  expect(outcome.trace.status).toBe("completed");
  expect(pages.join("") === text).toBe(true);
  // Only the text itself is spilled; none of its pages is.
  expect(outcome.events("result.spilled").map(({ data }) => data.toolName)).toEqual(["fetch"]);
  expect(text.length / pages.length).toBeGreaterThan(1_200);
});
