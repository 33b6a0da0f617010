import type { Entry } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import type { TurnContext } from "./chat-turn.ts";
import { buildEntry, buildTurn, buildTurnStart } from "./testing/build-turn.ts";

const call = (sequence: number, purpose: string, totalTokens: number): Entry =>
  buildEntry(sequence, {
    ...{ kind: "event", type: "call.started" },
    data: { callId: `c${sequence}`, step: 1, purpose, report: { totalTokens, window: 8_000 } },
  });

const contextAfter = (...calls: readonly Entry[]): TurnContext | null =>
  buildTurn([...buildTurnStart("m"), ...calls]).context;

it("is the usage of the last step, regardless of helper calls and the summary call, which has no tools", () => {
  const step = call(3, "step", 900);
  const calls = [call(4, "critique", 950), call(5, "final", 400)];
  expect(contextAfter(step, ...calls)).toEqual({ tokens: 900, window: 8_000 });
  expect(contextAfter(step, call(4, "step", 300))).toEqual({ tokens: 300, window: 8_000 });
});

it("is the usage of the summary call in a turn without steps", () => {
  expect(contextAfter(call(3, "final", 400))).toEqual({ tokens: 400, window: 8_000 });
});
