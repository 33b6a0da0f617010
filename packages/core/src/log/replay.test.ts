import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildLog, testRequest } from "../testing/builders.ts";
import { compareReplay, toRecording, type Recording } from "./replay.ts";

const SHA = "a".repeat(64);
const REPORT = { segments: [], totalTokens: 0, exact: false, window: 1, dropped: [] };

/** One model call with one tool call. Omitted fields have defaults; `text: null` is a call without an answer. */
type Call = {
  readonly sha256?: string;
  readonly text?: string | null;
  readonly tool?: { readonly name: string; readonly arguments: string } | null;
  readonly output?: string;
  readonly outcome?: "ok" | "error";
};

function recordingWith(...calls: readonly Call[]): Recording {
  const log = buildLog();
  for (const [index, call] of calls.entries()) {
    const callId = `call-${index}`;
    const request = { ...testRequest, sha256: call.sha256 ?? SHA };
    log.event({
      type: "call.started",
      data: { callId, purpose: "step", step: index + 1, request, report: REPORT },
    });
    if (call.text === null) continue;
    const toolCallId = `tool-${index}`;
    const tool = call.tool === undefined ? { name: "glob", arguments: "{}" } : call.tool;
    const toolCalls = tool === null ? [] : [{ id: toolCallId, ...tool }];
    const draft = buildLog().assistant({ text: call.text ?? "text", calls: toolCalls });
    log.add({ ...draft, id: undefined, callId });
    if (tool !== null) log.tool(toolCallId, { output: call.output ?? "done", outcome: call.outcome ?? "ok" });
  }
  return toRecording(log.entries);
}

/** Returns `text` with another character at `at`. */
const changed = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === "b" ? "c" : "b"}${text.slice(at + 1)}`;

describe("compareReplay", () => {
  it("reports a request that differs anywhere, at its call, with both hashes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.nat(),
        fc.nat({ max: SHA.length - 1 }),
        (count, pick, at) => {
          const position = pick % count;
          const other = changed(SHA, at);
          const calls = Array.from({ length: count }, (): Call => ({}));
          const replayed = calls.map((call, index) => (index === position ? { sha256: other } : call));
          expect(compareReplay(recordingWith(...calls), recordingWith(...replayed))).toEqual({
            position,
            what: "request",
            recorded: SHA,
            replayed: other,
          });
        },
      ),
    );
  });

  it("compares requests of calls without an answer", () => {
    const other = changed(SHA, 0);
    expect(
      compareReplay(recordingWith({ text: null }), recordingWith({ text: null, sha256: other })),
    ).toMatchObject({
      position: 0,
      what: "request",
    });
  });

  it("finds no divergence in an equal replay or an equal, shorter one", () => {
    const recorded = recordingWith({}, { sha256: changed(SHA, 1), text: "more" }, { tool: null });
    expect(compareReplay(recorded, recorded)).toBeNull();
    expect(compareReplay(recorded, recordingWith({}, { sha256: changed(SHA, 1), text: "more" }))).toBeNull();
    expect(compareReplay(recorded, recordingWith())).toBeNull();
  });

  it("ignores an answer that is missing on either side", () => {
    expect(compareReplay(recordingWith({ text: null }), recordingWith({}))).toBeNull();
    expect(compareReplay(recordingWith({}), recordingWith({ text: null }))).toBeNull();
  });

  it("reports the first extra call of a longer replay", () => {
    expect(compareReplay(recordingWith({}), recordingWith({}, {}, {}))).toEqual({
      position: 1,
      what: "length",
      recorded: "1 model calls",
      replayed: "one more model call",
    });
  });

  it.each<[string, Call, Call, object]>([
    ["answer", { text: "a" }, { text: "b" }, { what: "answer" }],
    [
      "tool name",
      {},
      { tool: { name: "grep", arguments: "{}" } },
      { what: "tool_call", recorded: "glob({})", replayed: "grep({})" },
    ],
    [
      "argument",
      {},
      { tool: { name: "glob", arguments: '{"a":1}' } },
      { what: "tool_call", recorded: "glob({})", replayed: 'glob({"a":1})' },
    ],
    ["missing tool call", {}, { tool: null }, { what: "tool_call", replayed: "no call" }],
    ["extra tool call", { tool: null }, {}, { what: "tool_call", recorded: "no call" }],
    ["result", { output: "x" }, { output: "y" }, { what: "result", recorded: "x", replayed: "y" }],
    ["outcome", { output: "x" }, { output: "x", outcome: "error" }, { what: "result" }],
  ])("reports a different %s at its call", (_what, recorded, replayed, expected) => {
    expect(compareReplay(recordingWith({}, recorded), recordingWith({}, replayed))).toMatchObject({
      position: 1,
      ...expected,
    });
  });

  it("reports the first of several differences", () => {
    const recorded = recordingWith({ text: "a", output: "x" }, { text: "c" });
    expect(compareReplay(recorded, recordingWith({ text: "b", output: "y" }, { text: "d" }))).toMatchObject({
      position: 0,
      what: "answer",
    });
  });

  it("reports a missing tool call with its text, and an extra one", () => {
    const two = (second?: { readonly name: string; readonly arguments: string }): Recording => {
      const log = buildLog();
      const request = { ...testRequest, sha256: SHA };
      log.event({
        type: "call.started",
        data: { callId: "c", purpose: "step", step: 1, request, report: REPORT },
      });
      const calls = [{ id: "one", name: "glob", arguments: "{}" }];
      const answer = buildLog().assistant({ calls: second ? [...calls, { id: "two", ...second }] : calls });
      log.add({ ...answer, id: undefined, callId: "c" });
      return toRecording(log.entries);
    };
    const read = { name: "read", arguments: '{"path":"a"}' };
    expect(compareReplay(two(read), two())).toEqual({
      ...{ position: 0, what: "tool_call", recorded: 'read({"path":"a"})', replayed: "no call" },
    });
    expect(compareReplay(two(), two(read))).toEqual({
      ...{ position: 0, what: "tool_call", recorded: "no call", replayed: 'read({"path":"a"})' },
    });
    expect(compareReplay(two(read), two({ ...read, arguments: "{}" }))).toMatchObject({ what: "tool_call" });
    expect(compareReplay(two(read), two(read))).toBeNull();
  });

  it("ignores a result that is missing on either side", () => {
    const whole = recordingWith({ output: "x" });
    const running: Recording = { ...whole, results: new Map() };
    expect(compareReplay(whole, running)).toBeNull();
    expect(compareReplay(running, whole)).toBeNull();
  });
});

describe("toRecording", () => {
  it("holds each model call with its answer, and the results by tool call", () => {
    const log = buildLog();
    const start = (callId: string): void =>
      void log.event({
        type: "call.started",
        data: {
          callId,
          purpose: "step",
          step: 1,
          request: { ...testRequest, sha256: callId },
          report: REPORT,
        },
      });
    log.user("Go");
    log.event({ type: "limit.reached", data: { limit: "steps", used: 1, allowed: 1 } });
    start("first");
    start("second");
    const draft = buildLog().assistant({ text: "later", calls: [{ id: "tool" }] });
    const answer = log.add({ ...draft, id: undefined, callId: "second" });
    const result = log.tool("tool");
    const stray = log.assistant({ text: "without a recorded request" });
    expect(stray.callId).not.toBe("second");
    expect(toRecording(log.entries)).toEqual({
      calls: [
        { sequence: 3, callId: "first", request: { ...testRequest, sha256: "first" }, answer: null },
        { sequence: 4, callId: "second", request: { ...testRequest, sha256: "second" }, answer },
      ],
      results: new Map([["tool", result]]),
    });
  });
});
