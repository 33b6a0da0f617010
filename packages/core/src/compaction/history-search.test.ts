import { expect, it } from "vitest";
import { buildView } from "../context/view.ts";
import { buildLog, type LogBuilder } from "../testing/builders.ts";
import { createHistorySearch, messageSequence } from "./history-search.ts";

const tokenizer = { count: (text: string): number => text.length };

function search(log: LogBuilder, query: string, originals: Readonly<Record<string, string>> = {}) {
  const found = createHistorySearch(query, buildView(log.entries, tokenizer));
  for (const entry of log.entries)
    found.add(
      entry,
      entry.kind === "event" && entry.type === "result.spilled" ? originals[entry.data.blob] : undefined,
    );
  return found.hits();
}

function spill(log: LogBuilder, toolCallId: string): void {
  const sizes = { characters: 9, shownCharacters: 3, tokens: 3 };
  log.event({ type: "result.spilled", data: { toolCallId, toolName: "fetch", blob: "original", ...sizes } });
}

it("ranks passages that the model does not see before those that it sees", () => {
  const log = buildLog();
  log.user("invoice");
  log.assistant({ calls: [{ id: "a", name: "fetch", arguments: '{"page":1}' }] });
  spill(log, "a");
  log.tool("a", { toolName: "fetch", output: "preview" });
  log.user("Where is the invoice? The invoice, please: invoice.");
  const hits = search(log, "invoice", { original: `${"x ".repeat(50)}one invoice among many words` });
  expect(hits.map(({ id, title }) => [id, title])).toEqual([
    ["a", 'fetch {"page":1}'],
    ["#5", "user"],
    ["#1", "user"],
  ]);
});

it("finds a cleared result, but neither pages that were read nor earlier searches", () => {
  const log = buildLog();
  log.user("Go");
  for (const [id, name] of [
    ["a", "fetch"],
    ["b", "read_result"],
    ["c", "search_history"],
  ] as const) {
    log.assistant({ calls: [{ id, name, arguments: "{}" }] });
    log.tool(id, { toolName: name, output: "the harbor code is 4711" });
  }
  const figures = { beforeTokens: 9, afterTokens: 3 };
  log.event({ type: "context.cleared", data: { sequences: [3], reason: "threshold", ...figures } });
  expect(search(log, "harbor")).toEqual([
    { id: "a", title: "fetch ok", offset: 0, text: "the harbor code is 4711" },
  ]);
});

it("ranks answers that only repeat a search after the texts that they looked for", () => {
  const log = buildLog();
  log.user("Go");
  log.assistant({ calls: [{ id: "a", name: "fetch", arguments: "{}" }] });
  log.tool("a", {
    toolName: "fetch",
    output: `${"x ".repeat(60)}code of the harbor: 4711${" y".repeat(60)}`,
  });
  for (const id of ["b", "c"]) {
    log.assistant({ calls: [{ id, name: "search_history", arguments: '{"text":"harbor code"}' }] });
    log.tool(id, { toolName: "search_history", output: "nothing" });
  }
  const found = createHistorySearch("harbor code", { items: [], withdrawn: new Set() });
  for (const entry of log.entries) found.add(entry);
  expect(found.hits()[0]?.id).toBe("a");
});

it("reads the sequence out of the id of a message", () => {
  expect([messageSequence(" #12 "), messageSequence("12"), messageSequence("#x")]).toEqual([
    ...[12, undefined, undefined],
  ]);
});
