import { describe, expect, it } from "vitest";
import { buildLog, testRequest } from "../testing/builders.ts";
import { entryCallId, callStory } from "./call-story.ts";

const failure = { code: "MODEL_RATE_LIMITED", message: "429", fix: "Wait." } as const;

const report = { segments: [], totalTokens: 0, exact: false, window: 100, dropped: [] };

describe("callStory", () => {
  it("lists every attempt with its reason and wait, the answer last", () => {
    const log = buildLog();
    const shape = log.assistant({ text: "shape" });
    log.event({
      type: "call.started",
      data: { callId: "c", purpose: "step", step: 2, request: testRequest, report },
    });
    log.event({
      type: "call.attempt_failed",
      data: { callId: "c", attempt: 1, model: "m", failure, retryAfterMs: 700, durationMs: 5 },
    });
    log.add({ ...shape, id: undefined, callId: "c", text: "Done" });
    const story = callStory(log.entries, "c");
    expect(story?.attempts).toMatchObject([
      { attempt: 1, sequence: 3, failure, waitMs: 700 },
      { attempt: 2, sequence: 4, failure: null, waitMs: null },
    ]);
    expect(story?.answer?.sequence).toBe(4);
    expect(story).toMatchObject({ step: 2, startedSequence: 2, failure: null });
  });

  it("reports a call that failed permanently by its failure, without an answer", () => {
    const log = buildLog();
    log.event({
      type: "call.started",
      data: { callId: "c", purpose: "step", step: 1, request: testRequest, report },
    });
    log.event({ type: "call.failed", data: { callId: "c", failure, attempts: 0 } });
    expect(callStory(log.entries, "c")).toMatchObject({ answer: null, failure, attempts: [] });
  });

  it("returns undefined for a call whose request is outside the range", () => {
    const log = buildLog();
    const turn = log.assistant({ text: "Done" });
    expect(entryCallId(turn)).toBe(turn.callId);
    expect(callStory(log.entries, turn.callId)).toBeUndefined();
  });
});
