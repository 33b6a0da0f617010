import { expect, it } from "vitest";
import { effectJournal } from "./effect-journal.ts";
import type { OpenCall } from "./run-state.ts";

it("repeats a call that never started or is safe to repeat, and gives up one with effects", () => {
  const open = (id: string, effect: OpenCall["started"]): OpenCall => ({
    ...{ call: { id, name: "work", arguments: "{}" }, goalId: "root", started: effect },
  });
  const calls = [open("1", null), open("2", "read_only"), open("3", "idempotent"), open("4", "effectful")];
  expect(effectJournal(calls, { effects: new Map(), questions: new Map() }, new Map())).toEqual([
    { toolCallId: "1", toolName: "work", state: "not_started", resolution: "rerun" },
    { toolCallId: "2", toolName: "work", state: "unknown", resolution: "rerun" },
    { toolCallId: "3", toolName: "work", state: "unknown", resolution: "rerun" },
    { toolCallId: "4", toolName: "work", state: "unknown", resolution: "interrupted" },
  ]);
});

it("names the requests to people, and repeats a call if they decide so", () => {
  const call = {
    call: { id: "4", name: "work", arguments: "{}" },
    goalId: "root",
    started: "effectful",
  } as const;
  const line = { toolCallId: "4", toolName: "work", state: "unknown" };
  const request = { effectId: "e1", expiresAt: 9 };
  const asked = (resolution: "happened" | "run_again" | null) =>
    new Map([["4", { ...request, toolCallId: "4", resolution }]]);
  expect(
    effectJournal([call], { effects: new Map(), questions: new Map() }, new Map([["4", request]])),
  ).toEqual([{ ...line, resolution: "interrupted", ...request }]);
  for (const resolution of [null, "happened"] as const)
    expect(effectJournal([call], { effects: asked(resolution), questions: new Map() }, new Map())).toEqual([
      { ...line, resolution: "interrupted" },
    ]);
  expect(effectJournal([call], { effects: asked("run_again"), questions: new Map() }, new Map())).toEqual([
    { ...line, resolution: "rerun" },
  ]);
});
