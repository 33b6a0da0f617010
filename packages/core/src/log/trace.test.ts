import { expect, it } from "vitest";
import { eraseBlob, eraseFailure, eraseText } from "./erased.ts";
import { emptyProjection } from "./project.ts";
import { readCancel } from "./read-cancel.ts";
import {
  COMPACT_CONTEXT_TOOL,
  GOAL_TOOL,
  READ_RESULT_TOOL,
  SEARCH_HISTORY_TOOL,
  TODO_TOOL,
} from "./tool-names.ts";
import { isTerminal, pickProjection, wakeTime } from "./trace.ts";

it.each([
  [{ waitingFor: "folder" }, 0],
  [{ waitingFor: "folder", wakeAt: 90 }, 90],
  [{ waitingFor: "question", wakeAt: 90 }, 90],
  [{ waitingFor: "question" }, undefined],
  [{ waitingFor: null }, undefined],
] as const)("continues a run that is %j at %s", (state, time) => {
  expect(wakeTime(state)).toBe(time);
});

it.each([
  ["queued", false],
  ["running", false],
  ["waiting", false],
  ["completed", true],
  ["failed", true],
  ["cancelled", true],
  ["interrupted", true],
] as const)("appends nothing more to a run that is %s: %s", (status, terminal) => {
  expect(isTerminal(status)).toBe(terminal);
});

it("picks the fields of a projection, with a wake time only while there is one", () => {
  const projection = emptyProjection({ lastSequence: 4 });
  expect(pickProjection({ ...projection, ...{ id: "trace", task: "more" } })).toEqual({
    ...{ status: "queued", waitingFor: null, phase: "idle", currentGoalId: null, lastSequence: 4 },
    ...{ lastMessage: "", summary: null, failure: null, startedAt: null, endedAt: null },
    totals: {
      ...{ messages: 0, modelCalls: 0, toolCalls: 0, errors: 0 },
      ...{ inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, cost: 0, durationMs: 0 },
    },
  });
  expect(Object.keys(pickProjection(projection))).not.toContain("wakeAt");
  expect(pickProjection({ ...projection, wakeAt: 7 }).wakeAt).toBe(7);
  expect(emptyProjection().lastSequence).toBe(0);
});

it("reads the reason of a cancellation, and only of a cancellation", () => {
  const signal = { signalId: "s", personId: null };
  expect(readCancel({ ...signal, signal: "cancel", payload: { reason: "enough" } })).toEqual({
    reason: "enough",
  });
  expect(readCancel({ ...signal, signal: "cancel", payload: {} })).toEqual({ reason: null });
  expect(readCancel({ ...signal, signal: "cancel", payload: { reason: 7 } })).toEqual({ reason: null });
  expect(readCancel({ ...signal, signal: "pause", payload: { reason: "enough" } })).toBeNull();
});

it("erases text and blob names where there are any", () => {
  expect([eraseText("secret"), eraseText(""), eraseText(null)]).toEqual(["[erased]", "[erased]", null]);
  expect([eraseBlob("hash"), eraseBlob(null)]).toEqual(["", null]);
  expect(eraseFailure({ code: "CONFLICT", message: "secret", fix: "secret" })).toEqual({
    ...{ code: "CONFLICT", message: "[erased]", fix: "[erased]" },
  });
});

it("keeps the stored names of the tools that the runtime reads", () => {
  expect([GOAL_TOOL, TODO_TOOL, COMPACT_CONTEXT_TOOL, READ_RESULT_TOOL, SEARCH_HISTORY_TOOL]).toEqual([
    ...["goal", "todo", "compact_context", "read_result", "search_history"],
  ]);
});
