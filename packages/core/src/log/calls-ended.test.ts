import { describe, expect, it } from "vitest";
import { buildLog } from "../testing/builders.ts";
import { isAnswerCall } from "./answer-call.ts";
import { callsEndedBy } from "./calls-ended.ts";

const failure = { code: "MODEL_UNAVAILABLE", message: "Gone", fix: "Wait." } as const;

describe("the calls that entries end", () => {
  it("are the model calls of answers and failures, and the tool calls of results", () => {
    const log = buildLog();
    log.user("Go");
    const answer = log.assistant({ calls: [{ id: "tool-1" }] });
    log.event({
      type: "tool.started",
      data: { toolCallId: "tool-1", toolName: "read", effect: "read_only" },
    });
    log.tool("tool-1");
    log.event({ type: "call.failed", data: { callId: "model-2", failure, attempts: 1 } });
    expect(callsEndedBy(log.entries)).toEqual([answer.callId, "tool-1", "model-2"]);
    expect(callsEndedBy([])).toEqual([]);
  });

  it("are none for an entry of a later version", () => {
    const [user] = [buildLog().user("Go")];
    expect(callsEndedBy([{ ...user, kind: "unknown", type: "trace.finished", raw: {} }])).toEqual([]);
  });

  it("are all when the run resumes or ends", () => {
    const log = buildLog();
    log.tool("tool-1");
    log.event({ type: "trace.resumed", data: { journal: [], resumeCount: 1, reason: "restart" } });
    expect(callsEndedBy(log.entries)).toBe("all");
    const ended = buildLog();
    ended.event({ type: "trace.finished", data: { status: "completed", failure: null, summary: null } });
    expect(callsEndedBy(ended.entries)).toBe("all");
  });
});

it.each([
  ["step", true],
  ["final", true],
  ["route", false],
  ["plan", false],
  ["critique", false],
  ["check", false],
  ["lesson", false],
  ["summary", false],
  ["recall", false],
  ["title", false],
] as const)("treats the answer to a call for %s as a message: %s", (purpose, isAnswer) => {
  expect(isAnswerCall(purpose)).toBe(isAnswer);
});
