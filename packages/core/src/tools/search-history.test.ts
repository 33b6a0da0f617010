import { expect, it } from "vitest";
import { createToolRun, type ToolRun } from "../testing/tool-run.ts";
import { searchHistoryTool } from "./search-history.ts";

function runWith(count: number): ToolRun {
  const hits = Array.from({ length: count }, (_, index) => ({
    ...{ id: `call_${index}`, title: 'fetch {"page":1} ok', offset: index * 10 },
    text: `line ${index}\n  with a fact F-${1000 + index} ${"and more ".repeat(30)}`,
  }));
  return createToolRun({ searchHistory: async () => hits });
}

it("shows hits with id and offset, as many as the room holds, and where to continue", async () => {
  const run = runWith(100);
  const first = await run.call(searchHistoryTool, { text: "fact" });
  expect(first.output).toContain('- id="call_0" offset=0 (fetch {"page":1} ok): line 0 with a fact F-1000');
  expect(first.output.length / 4).toBeLessThanOrEqual(1_000);
  const seen = new Set<string>();
  for (let skip: number | undefined = 0; skip !== undefined;) {
    const { output } = await run.call(searchHistoryTool, { text: "fact", skip });
    for (const [fact] of output.matchAll(/F-\d{4}/gu)) seen.add(fact);
    const next = /More with skip=(\d+)/u.exec(output)?.[1];
    skip = next === undefined ? undefined : Number(next);
  }
  expect(seen.size).toBe(100);
});

it("says that nothing matches", async () => {
  const none = runWith(0);
  expect((await none.call(searchHistoryTool, { text: "fact" })).output).toMatch(/^Nothing/u);
  expect((await runWith(2).call(searchHistoryTool, { text: "fact", skip: 2 })).output).toBe("No more hits.");
});
