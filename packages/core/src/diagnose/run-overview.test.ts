import { describe, expect, it } from "vitest";
import { buildLog, type LogBuilder } from "../testing/builders.ts";
import { createOverview, type RunOverview } from "./run-overview.ts";

function readOverview(log: LogBuilder): RunOverview {
  const overview = createOverview();
  for (const entry of log.entries) overview.add(entry);
  return overview.overview();
}

function write(log: LogBuilder, path: string, beforeBlob: string | null): number {
  const turn = log.assistant({ calls: [{ name: "edit_file" }] });
  const toolCallId = turn.toolCalls[0]?.id ?? "";
  log.event({ type: "tool.started", data: { toolCallId, toolName: "edit_file", effect: "effectful" } });
  log.event({
    type: "file.changed",
    data: { toolCallId, path, beforeBlob, afterBlob: "after", added: 2, removed: 1 },
  });
  return log.tool(toolCallId, { toolName: "edit_file" }).sequence;
}

describe("createOverview", () => {
  it("reports the tool that wrote a file, pointing to the result of each call", () => {
    const log = buildLog();
    const created = write(log, "a.ts", null);
    const changed = write(log, "a.ts", "before");
    write(log, "b.ts", null);
    const { files } = readOverview(log);
    expect(files.map((file) => file.path)).toEqual(["a.ts", "b.ts"]);
    expect(files[0]?.writes).toMatchObject([
      { sequence: created, toolName: "edit_file", created: true, added: 2, removed: 1 },
      { sequence: changed, toolName: "edit_file", created: false },
    ]);
  });

  it("keeps a write whose call never returned, pointing to the change itself", () => {
    const log = buildLog();
    log.event({
      type: "file.changed",
      data: { toolCallId: "x", path: "a", beforeBlob: null, afterBlob: "b", added: 1, removed: 0 },
    });
    expect(readOverview(log).files[0]?.writes).toMatchObject([{ sequence: 1, toolName: "" }]);
  });

  it("returns the five most expensive calls, by tokens when nothing has a price", () => {
    const log = buildLog();
    const base = log.assistant({ text: "0" });
    for (let index = 1; index < 8; index += 1)
      log.add({ ...base, id: undefined, text: String(index), cost: index === 3 ? null : index / 100 });
    const { expensive, lastSequence } = readOverview(log);
    expect(expensive.map((call) => call.cost)).toEqual([0.07, 0.06, 0.05, 0.04, 0.02]);
    expect(lastSequence).toBe(8);
  });

  it("lists helper calls among the most expensive, and their answer not again", () => {
    const log = buildLog();
    const base = log.assistant({ text: "A step" });
    const usage = {
      inputTokens: 40,
      outputTokens: 10,
      cachedTokens: 0,
      reasoningTokens: 0,
      estimated: false,
    };
    const call = { callId: "h", model: "m", attempts: 1, finishReason: "stop", firstTokenMs: null } as const;
    const solved = log.event({
      type: "call.finished",
      data: { ...call, purpose: "solve", usage, cost: 0.5, durationMs: 20 },
    });
    log.event({
      type: "call.finished",
      data: { ...call, purpose: "step", usage, cost: 0.9, durationMs: 20 },
    });
    log.add({
      ...base,
      id: undefined,
      text: "Four.",
      cost: 0,
      usage: { ...usage, inputTokens: 0, outputTokens: 0 },
    });
    expect(readOverview(log).expensive).toMatchObject([
      { sequence: solved.sequence, purpose: "solve", cost: 0.5, tokens: 50 },
      { sequence: base.sequence, purpose: null },
    ]);
  });

  it("names the people who decided about calls that waited for them", () => {
    const log = buildLog();
    const about = { approvalId: "a", toolCallId: "t1", reason: null, editedArguments: null, ruleId: null };
    log.event({ type: "approval.decided", data: { ...about, decision: "approved", personId: "mira" } });
    const question = { questionId: "q", text: "Which?", choices: [], expiresAt: null };
    log.event({ type: "question.asked", data: { ...question, toolCallId: "t2" } });
    const answer = { questionId: "q", text: "That", outcome: "answered" } as const;
    log.event({ type: "question.answered", data: { ...answer, personId: "wei" } });
    log.event({ type: "question.answered", data: { ...answer, questionId: "other", personId: null } });
    expect(readOverview(log).decisions).toEqual([
      { toolCallId: "t1", personId: "mira" },
      { toolCallId: "t2", personId: "wei" },
    ]);
  });
});
