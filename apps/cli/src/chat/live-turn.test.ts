import type { Delta, Update } from "@goaltrace/core/log";
import { testUsage } from "@goaltrace/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { followUpdate, type LiveTurn, NEW_TURN, unprintedText } from "./live-turn.ts";

const delta = (fields: Partial<Delta>): Delta => ({
  ...{ kind: "delta", traceId: "t", callId: "c1", attempt: 1, channel: "text", offset: 0, text: "" },
  ...fields,
});

function follow(updates: readonly Update[]): {
  readonly turn: LiveTurn;
  readonly printed: readonly string[];
} {
  let turn = NEW_TURN;
  const printed: string[] = [];
  for (const update of updates) {
    const next = followUpdate(turn, update);
    turn = next.turn;
    printed.push(...next.printed);
  }
  return { turn, printed };
}

describe("a streaming answer", () => {
  it("prints whole lines and keeps the rest, however it is divided and repeated", () => {
    const text = "# Title\n\n中文 second\nlast";
    fc.assert(
      fc.property(fc.subarray(Array.from(text, (_, index) => index)), (cuts) => {
        const pieces = [0, ...cuts].map((start, index) =>
          delta({ offset: start, text: text.slice(start, cuts[index]) }),
        );
        // A late subscriber gets the text so far once more.
        const { turn, printed } = follow([...pieces, delta({ offset: 0, text })]);
        expect(printed).toEqual(["# Title", "", "中文 second"]);
        expect(turn.answer?.rest).toBe("last");
        expect(unprintedText(turn, text)).toBe("last");
        expect(unprintedText(turn, `${text}, more`)).toBe("last, more");
      }),
    );
  });

  it("is printed again from its beginning when its text differs from what streamed", () => {
    const { turn } = follow([delta({ text: "key sk-1\nrest" })]);
    expect(unprintedText(turn, "key [masked]\nrest")).toBe("key [masked]\nrest");
  });

  it("leaves a blank line before the following message", () => {
    const { turn, printed } = follow([delta({ offset: 5, text: "tail\nend" })]);
    expect(printed).toEqual([]);
    expect(unprintedText(turn, "12345tail\nend")).toBe("12345tail\nend");
  });

  it("begins again with the next attempt, and keeps what was broken off on the screen", () => {
    const withdrawn: Update = { kind: "delta_withdrawn", traceId: "t", callId: "c1", attempt: 1 };
    const { turn, printed } = follow([
      delta({ text: "half" }),
      withdrawn,
      delta({ attempt: 2, text: "who" }),
    ]);
    expect(printed).toEqual(["half"]);
    expect(turn.answer).toMatchObject({ attempt: 2, rest: "who" });
  });
});

describe("a turn", () => {
  const finished = (cost: number | null, purpose: "step" | "summary"): Update => ({
    kind: "entry",
    entry: {
      ...{
        kind: "event",
        type: "call.finished",
        id: "e",
        traceId: "t",
        sequence: 1,
        version: 1,
        at: 0,
        goalId: "root",
      },
      data: {
        ...{ callId: "c1", purpose, model: "m", attempts: 1, finishReason: "stop", cost, durationMs: 1 },
        ...{ usage: { ...testUsage, inputTokens: 100, outputTokens: 20 }, firstTokenMs: null },
      },
    },
  });

  it("ignores deltas that arrive after the end of their call", () => {
    const { turn, printed } = follow([
      finished(0, "step"),
      delta({ text: "late\n" }),
      delta({ channel: "tool" }),
    ]);
    expect(printed).toEqual([]);
    expect(turn).toMatchObject({ answer: null, activity: "starting" });
  });

  it.each([
    ["approval", "asking"],
    ["budget", "asking"],
    ["worker", "parked"],
  ] as const)("waits for %s as %s, until it runs again", (waitingFor, activity) => {
    const changed = (status: "waiting" | "running"): Update => ({
      kind: "entry",
      entry: {
        ...{ kind: "event", type: "trace.status_changed", id: "e", traceId: "t", sequence: 1, version: 1 },
        ...{ at: 0, goalId: "root", data: { status, waitingFor: status === "waiting" ? waitingFor : null } },
      },
    });
    expect(follow([changed("waiting")]).turn.activity).toBe(activity);
    expect(follow([changed("waiting"), changed("running")]).turn.activity).toBe("working");
  });

  it("adds up steps, tokens and costs; one unknown price makes the cost unknown", () => {
    const known = [finished(0.01, "step"), finished(0.02, "summary")];
    expect(follow(known).turn).toMatchObject({ steps: 1, tokens: 240 });
    expect(follow(known).turn.cost).toBeCloseTo(0.03, 9);
    expect(follow([...known, finished(null, "step"), finished(0.01, "step")]).turn.cost).toBeNull();
  });
});
