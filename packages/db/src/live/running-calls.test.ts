import type { Delta } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { PARTIAL_UPSERT_CHARACTERS, PARTIAL_UPSERT_MS } from "../tunables.ts";
import { createRunningCalls, partialIntervalMs } from "./running-calls.ts";

function delta(text: string, offset: number, channel: "text" | "output" = "text"): Delta {
  return { kind: "delta", traceId: "t", callId: "c", attempt: 1, channel, offset, text };
}

describe("takeChanged", () => {
  it("returns a call once per change", () => {
    const calls = createRunningCalls();
    calls.add(delta("one", 0));
    expect(calls.takeChanged(1_000)).toHaveLength(1);
    expect(calls.takeChanged(2_000)).toHaveLength(0);
    calls.add(delta("two", 3));
    expect(calls.takeChanged(3_000).map(({ text }) => text.join(""))).toEqual(["onetwo"]);
    expect(calls.hasChanged()).toBe(false);
  });

  it("delays a long text in proportion to its length, and finally stores it", () => {
    const calls = createRunningCalls();
    const long = "x".repeat(10 * PARTIAL_UPSERT_CHARACTERS);
    calls.add(delta(long, 0));
    expect(calls.takeChanged(1_000)).toHaveLength(1);
    calls.add(delta("end", long.length));
    expect(calls.takeChanged(1_000 + partialIntervalMs(long.length) - 1)).toHaveLength(0);
    expect(calls.hasChanged()).toBe(true);
    expect(calls.takeChanged(1_000 + partialIntervalMs(long.length))).toHaveLength(1);
    expect(partialIntervalMs(long.length)).toBe(11 * PARTIAL_UPSERT_MS);
  });

  it("stores the output of a tool as often as a short text, whatever it writes", () => {
    const calls = createRunningCalls();
    const long = "x".repeat(10 * PARTIAL_UPSERT_CHARACTERS);
    calls.add(delta(long, 0, "output"));
    expect(calls.takeChanged(1_000)).toHaveLength(1);
    calls.add(delta("end", long.length, "output"));
    expect(calls.takeChanged(1_000 + PARTIAL_UPSERT_MS)).toHaveLength(1);
  });
});
