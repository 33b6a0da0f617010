import { expect, it } from "vitest";
import { effectJournal } from "./effect-journal.ts";
import type { OpenCall } from "./run-state.ts";

it("runs a call again that never started or is safe to repeat, and gives up one with effects", () => {
  const open = (id: string, effect: OpenCall["started"]): OpenCall => ({
    ...{ call: { id, name: "work", arguments: "{}" }, goalId: "root", started: effect },
  });
  const calls = [open("1", null), open("2", "read_only"), open("3", "idempotent"), open("4", "effectful")];
  expect(effectJournal(calls)).toEqual([
    { toolCallId: "1", toolName: "work", state: "not_started", resolution: "rerun" },
    { toolCallId: "2", toolName: "work", state: "unknown", resolution: "rerun" },
    { toolCallId: "3", toolName: "work", state: "unknown", resolution: "rerun" },
    { toolCallId: "4", toolName: "work", state: "unknown", resolution: "interrupted" },
  ]);
});
