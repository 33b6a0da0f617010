import { replayTranscript, type TranscriptMessage } from "@goaltrace/core/compaction";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { nodeHash } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { type CompactionReport, compactionReport, reportLines } from "./compaction-report.ts";

const tokenizer = createTokenizer();

async function buildReport(turns: number, window: number): Promise<CompactionReport> {
  const messages: TranscriptMessage[] = [
    { role: "system", content: "Work." },
    { role: "user", content: "You must never touch prices. Read src/orders.ts." },
  ];
  for (let turn = 0; turn < turns; turn += 1) {
    const id = `call-${turn}`;
    const call = { id, function: { name: "read_file", arguments: `{"path":"src/part-${turn}.ts"}` } };
    messages.push({ role: "assistant", content: `Reading part ${turn}.`, tool_calls: [call] });
    messages.push({ role: "tool", tool_call_id: id, content: `line ${turn} of many words\n`.repeat(600) });
  }
  const step = await replayTranscript([...messages, { role: "assistant", content: "Done." }], {
    window,
    tokenizer,
    sha256: (text) => nodeHash.sha256(text),
    summarize: async () => await Promise.reject(new Error("none")),
  });
  return compactionReport(step, { window, messages: messages.length, usedModel: false, tokenizer });
}

describe("compactionReport", () => {
  it("reports spilled, cleared and folded content with sizes before and after", async () => {
    const report = await buildReport(30, 8_000);
    expect(report.spilled).toHaveLength(30);
    expect(report.compactions.length + report.cleared.length).toBeGreaterThan(0);
    expect(report.afterTokens).toBeLessThan(report.beforeTokens / 2);
    expect(report.failures).toEqual([]);
    expect(reportLines(report)[0]).toMatch(/^\d+ → \d+ tokens \(\d+%\), 62 messages, window 8000$/);
  });

  it("leaves a transcript that fits unchanged", async () => {
    const report = await buildReport(1, 128_000);
    expect(report).toMatchObject({ spilled: [], cleared: [], compactions: [], ratio: 1 });
  });
});
