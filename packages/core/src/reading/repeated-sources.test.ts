import { describe, expect, it } from "vitest";
import { buildLog, type LogBuilder } from "../testing/builders.ts";
import { createRepeatFold } from "./repeated-sources.ts";

function readFile(
  log: LogBuilder,
  id: string,
  path: string,
): { readonly asked: number; readonly result: number } {
  const call = { id, name: "read_file", arguments: JSON.stringify({ path }) };
  const asked = log.assistant({ text: "Reading.", calls: [call] }).sequence;
  return { asked, result: log.tool(id).sequence };
}

function repeats(log: LogBuilder, sources: readonly number[], compaction: number): unknown {
  const fold = createRepeatFold(new Set(sources), compaction);
  for (const entry of log.entries) fold.add(entry);
  return fold.found();
}

describe("createRepeatFold", () => {
  it("finds the first call after a compaction that repeats a folded one", () => {
    const log = buildLog();
    const rules = readFile(log, "a", "rules.md");
    const compaction = log.user("Continue").sequence;
    const again = readFile(log, "b", "rules.md");
    readFile(log, "c", "rules.md");
    expect(repeats(log, [rules.result], compaction)).toEqual([{ source: rules.result, at: again.asked }]);
  });

  it("takes neither other arguments, nor calls before the compaction, nor other results as evidence", () => {
    const log = buildLog();
    const rules = readFile(log, "a", "rules.md");
    readFile(log, "b", "rules.md");
    const other = readFile(log, "c", "other.md");
    const compaction = log.user("Continue").sequence;
    readFile(log, "d", "rules-2.md");
    readFile(log, "e", "other.md");
    expect(repeats(log, [rules.result], compaction)).toEqual([]);
    expect(other.result).toBeGreaterThan(0);
  });
});
