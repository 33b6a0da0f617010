import { describe, expect, it } from "vitest";
import { applyToView, createView } from "../context/view.ts";
import type { EntryDraft } from "../log/entry.ts";
import { createSequencer } from "../log/sequence.ts";
import { createTestClock, createTestIds } from "../testing/builders.ts";
import { addTranscriptMessage, type TranscriptMessage, transcriptText } from "./transcript-entries.ts";

const tokenizer = { count: (text: string): number => text.length };

/** The entries that the messages of a transcript become, without ids. */
function entriesOf(
  messages: readonly TranscriptMessage[],
  limit: (calls: number) => number = () => 4_000,
): { readonly drafts: readonly EntryDraft[]; readonly blobs: readonly string[] } {
  const view = createView(tokenizer);
  const drafts: EntryDraft[] = [];
  const blobs: string[] = [];
  const sequencer = createSequencer({
    ...{ traceId: "t", ids: createTestIds(), clock: createTestClock(), next: 1 },
  });
  for (const message of messages)
    addTranscriptMessage(message, {
      ...{ tokenizer, view, resultLimit: limit, goalId: "root", planChanges: () => [] },
      stage(draft) {
        drafts.push(draft);
        applyToView(view, sequencer.stamp(draft));
      },
      stageBlob: (text) => `blob ${blobs.push(text)}`,
      sha256: () => "ab".repeat(32),
      nextId: () => "call",
    });
  return { drafts, blobs };
}
const call = (id: string, name = "read_file") => ({ id, function: { name, arguments: '{"path":"a.ts"}' } });
const CALLING: TranscriptMessage = { role: "assistant", content: "Looking.", tool_calls: [call("a")] };

describe("addTranscriptMessage", () => {
  it.each(["user", "developer"])("turns a message of the role %s into one of the person", (role) => {
    const parts = [{ type: "text", text: "Go on" }];
    expect(entriesOf([{ role, content: "Go on" }]).drafts).toEqual([
      {
        ...{ kind: "message", role: "user", author: "person", goalId: "root", parts },
        ...{ description: "Go on", tokens: 5 },
      },
    ]);
  });

  it("turns an answer into one without usage or cost", () => {
    const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, estimated: true };
    const answer = {
      ...{
        kind: "message",
        role: "assistant",
        goalId: "root",
        callId: "call",
        text: "Looking.",
        reasoning: "",
      },
      ...{ model: "transcript", usage, cost: null, durationMs: 0, firstTokenMs: null },
      description: "Looking.",
    };
    expect(entriesOf([CALLING, { role: "assistant", content: "Looking." }]).drafts).toEqual([
      {
        ...answer,
        toolCalls: [{ id: "a", name: "read_file", arguments: '{"path":"a.ts"}' }],
        finishReason: "tool_calls",
      },
      { ...answer, toolCalls: [], finishReason: "stop" },
    ]);
  });

  it("turns a result into one of the called tool", () => {
    const result = {
      ...{ kind: "message", role: "tool", goalId: "root", toolCallId: "a", toolName: "read_file" },
      ...{ outcome: "ok", title: "read_file", output: "text", durationMs: 0, tokens: 4 },
      description: "read_file",
    };
    expect(entriesOf([CALLING, { role: "tool", tool_call_id: "a", content: "text" }]).drafts.at(-1)).toEqual(
      result,
    );
    expect(entriesOf([{ role: "tool", content: "text" }]).drafts).toEqual([
      { ...result, toolCallId: "", toolName: "tool", title: "tool", description: "tool" },
    ]);
  });

  it.each([
    ["Error: no such file", "error"],
    [" \n error: no such file", "error"],
    ["ERROR 404", "error"],
    ["No error", "ok"],
    ["Errors: none", "ok"],
  ])("reads the result %j as %s", (content, outcome) => {
    expect(entriesOf([{ role: "tool", content }]).drafts).toMatchObject([{ outcome }]);
  });

  it("spills a long result before it", () => {
    const content = "x".repeat(9_000);
    const { drafts, blobs } = entriesOf([CALLING, { role: "tool", tool_call_id: "a", content }]);
    const tokens = drafts.flatMap((draft) => ("tokens" in draft ? [draft.tokens] : [])).at(-1);
    expect(drafts.slice(1)).toEqual([
      {
        ...{ kind: "event", type: "result.spilled", goalId: "root" },
        data: {
          ...{ toolCallId: "a", toolName: "read_file", blob: "blob 1", characters: 9_000 },
          ...{ shownCharacters: expect.any(Number) as unknown, tokens },
        },
      },
      expect.objectContaining({
        output: expect.stringContaining('read_result id="abababababababab"') as unknown,
      }),
    ]);
    expect(tokens).toBeLessThanOrEqual(4_000);
    expect(tokens).toBeGreaterThan(3_700);
    expect(blobs).toEqual([content]);
  });

  it("cuts a result to what a step with that many calls may take", () => {
    const results = (answer: TranscriptMessage): readonly boolean[] =>
      entriesOf(
        [answer, ...["a", "b"].map((id) => ({ role: "tool", tool_call_id: id, content: "x".repeat(5_000) }))],
        (calls) => 6_000 / calls,
      ).drafts.flatMap((draft) =>
        draft.kind === "message" && draft.role === "tool" ? [draft.output.length < 5_000] : [],
      );
    const both: TranscriptMessage = { role: "assistant", tool_calls: [call("a"), call("b")] };
    expect(results(both)).toEqual([true, true]);
    expect(results(CALLING)).toEqual([false, false]);
    expect(results({ role: "user", content: "no answer yet" })).toEqual([false, false]);
  });
});

it("joins the text parts of a message's content and ignores everything else", () => {
  expect(transcriptText("text")).toBe("text");
  expect(transcriptText([{ type: "text", text: "one" }, { type: "image" }, { text: "two" }])).toBe(
    "one\n\ntwo",
  );
  expect(transcriptText([null, "bare", 7, { text: 7 }])).toBe("");
  for (const content of [null, undefined, 7, { text: "not a list" }])
    expect(transcriptText(content)).toBe("");
});
