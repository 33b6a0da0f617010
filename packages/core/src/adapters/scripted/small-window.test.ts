import { expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "../../library/create-agent.ts";
import { defineTool } from "../../ports/tool.ts";
import { createSystemClock } from "../system/clock.ts";
import { createSystemIds } from "../system/ids.ts";
import { createScriptedClient } from "./client.ts";

const PROMPT = "Add up a year of invoices in a small context window";
const FORGOTTEN = "3.5%";

it("finishes each month once although a summary replaces the first ones, and finds what the summary forgot", async () => {
  const expressions: string[] = [];
  const requests: string[] = [];
  const clock = createSystemClock();
  const demo = createScriptedClient({ clock, ids: createSystemIds(clock), pauseMs: 0 });
  const calculator = defineTool({
    name: "calculator",
    description: "Computes an expression.",
    input: z.strictObject({ expression: z.string().max(1_000) }),
    execute: async ({ expression }) => {
      expressions.push(expression);
      return String(expression.split("+").reduce((sum, amount) => sum + Number.parseFloat(amount), 0));
    },
  });
  // The product has more tools than core alone.
  const others = defineTool({
    name: "others",
    description: "Stands for the other tools. ".repeat(750),
    input: z.strictObject({ path: z.string() }),
    execute: async () => "",
  });
  const model: typeof demo = {
    ...demo,
    attempt: async (request) => {
      requests.push(request.body);
      return await demo.attempt(request);
    },
  };
  const { status, answer, entries } = await createAgent({ model, tools: [calculator, others] }).run(PROMPT)
    .result;

  expect(status).toBe("completed");
  expect(answer).toContain("Pin it again");
  expect(new Set(expressions).size).toBe(expressions.length);
  expect(expressions).toHaveLength(12 * 3 + 1);
  expect(expressions.at(-1)).toContain("(100 - 3.5)");
  const compactions = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "compaction.finished" ? [entry.data] : [],
  );
  expect(compactions).toMatchObject([{ source: "model" }]);
  const lines = compactions.flatMap(({ ledger = [] }) => ledger);
  expect(lines).toContainEqual(expect.objectContaining({ text: FORGOTTEN, state: "dropped" }));
  expect(lines.some(({ state }) => state === "kept")).toBe(true);
  const searches = entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" && entry.toolName === "search_history" ? [entry] : [],
  );
  expect(searches).toMatchObject([{ outcome: "ok", output: expect.stringContaining(FORGOTTEN) as unknown }]);
  const compacted = requests.findIndex((body) => body.includes("<context-compacted>"));
  expect(requests[compacted - 1]).toContain(FORGOTTEN);
  expect(requests[compacted]).not.toContain(FORGOTTEN);
});
