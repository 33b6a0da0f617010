import { expect, it } from "vitest";
import type { ToolOutcome } from "../../log/message.ts";
import { buildLog, type LogBuilder } from "../../testing/builders.ts";
import { createGuardState, type Detection, type GuardState, observeEntry } from "./guard-state.ts";

function observe(log: LogBuilder): GuardState {
  const state = createGuardState();
  for (const entry of log.entries) observeEntry(state, entry);
  return state;
}

it("remembers nothing of an empty log", () => {
  expect(createGuardState()).toEqual({
    ...{ records: [], texts: [], pending: new Map(), detections: [] },
    ...{ steps: [], reads: [], answers: 0 },
  });
});

it("records a call once its result is there, with what the model wrote rather than what was repaired", () => {
  const log = buildLog();
  log.user("go");
  const answer = log.assistant({
    text: "Looking.",
    calls: [
      { id: "a", name: "look", arguments: '{"b":1,"a":2}' },
      { id: "b", name: "list", arguments: "{}", received: { name: "list", arguments: " [broken " } },
    ],
  });
  log.tool("a", { output: " done in 5 ms " });
  const state = observe(log);
  const record = { tool: "look", argumentsKey: '{"a":2,"b":1}', result: "done in <duration>" };
  expect(state.records).toEqual([{ sequence: 3, ...record, error: false, denied: false }]);
  expect(state.pending).toEqual(new Map([["b", { tool: "list", argumentsKey: "[broken" }]]));
  expect(state.texts).toEqual([{ sequence: answer.sequence, text: "Looking." }]);
});

it.each<[ToolOutcome, { error: boolean; denied: boolean }]>([
  ["ok", { error: false, denied: false }],
  ["error", { error: true, denied: false }],
  ["denied", { error: false, denied: true }],
])("distinguishes errors and denials: a result that is %s", (outcome, expected) => {
  const log = buildLog();
  log.assistant({ calls: [{ id: "a" }] });
  log.tool("a", { outcome });
  expect(observe(log).records).toMatchObject([expected]);
});

it("ignores results without a call, answers without text, and people's messages", () => {
  const log = buildLog();
  log.user("Looking.");
  log.assistant({ calls: [{ id: "a" }] });
  log.tool("unknown");
  const { records, texts } = observe(log);
  expect({ records, texts }).toEqual({ records: [], texts: [] });
});

it("keeps each detection with its sequence", () => {
  const log = buildLog();
  const data: Detection = {
    ...{ detector: "same_call", action: "noted", count: 3, sequences: [2, 4, 6], evidence: "look {}" },
  };
  const { sequence } = log.event({ type: "loop.detected", data });
  log.event({ type: "compaction.pinned", data: { signalId: "s", personId: null, text: "pin" } });
  expect(observe(log).detections).toEqual([{ ...data, at: sequence }]);
});

it("forgets all but the newest 48 calls and texts", () => {
  const log = buildLog();
  for (let index = 0; index < 50; index += 1) {
    log.assistant({ text: `text ${index}`, calls: [{ id: `c${index}` }] });
    log.tool(`c${index}`, { output: `result ${index}` });
  }
  const { records, texts, pending } = observe(log);
  expect(records).toHaveLength(48);
  expect(records[0]?.result).toBe("result 2");
  expect(texts).toHaveLength(48);
  expect(texts[0]?.text).toBe("text 2");
  expect(pending.size).toBe(0);
});
