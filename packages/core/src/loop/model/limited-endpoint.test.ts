import { describe, expect, it } from "vitest";
import type { ModelClient } from "../../ports/model-client.ts";
import { createTestClock } from "../../testing/builders.ts";
import { observeCall } from "../../testing/observed-call.ts";
import { answered, createScriptedModel, failedAttempt } from "../../testing/scripted-model.ts";

describe("a limited endpoint", () => {
  const waiting = (ahead: number | null): unknown => ({
    ...{ kind: "call_waiting", traceId: "trace", callId: "call", ahead },
  });

  it("is entered before each attempt and left after it, and the waiting counts toward no time limit", async () => {
    const clock = createTestClock();
    let inside = 0;
    const replies = [failedAttempt({}), answered()];
    const client: ModelClient = {
      ...createScriptedModel(
        replies.map((reply) => () => {
          expect(inside).toBe(1);
          clock.advance(10);
          return reply;
        }),
      ),
      enter: async ({ onWaiting }) => {
        onWaiting(3);
        clock.advance(3_600_000);
        inside += 1;
        return { admitted: true, leave: () => void (inside -= 1) };
      },
    };
    const suspended: string[] = [];
    const suspendLimit = () => {
      suspended.push("suspended");
      return () => void suspended.push("resumed");
    };
    const { result, updates, staged } = await observeCall(client, { suspendLimit, clock });
    expect(result).toMatchObject({ kind: "answered", attempts: 2, durationMs: 10, waitedMs: 2 * 3_600_000 });
    expect(staged).toMatchObject([{ data: { durationMs: 10 } }]);
    expect(updates).toEqual([waiting(3), waiting(null), waiting(3), waiting(null)]);
    expect(suspended).toEqual(["suspended", "resumed", "suspended", "resumed"]);
    expect(inside).toBe(0);
  });

  it("ends a call that is canceled while it waits, without an attempt", async () => {
    const cancel = new AbortController();
    const client: ModelClient = {
      ...createScriptedModel([]),
      enter: async ({ onWaiting }) => {
        onWaiting(0);
        cancel.abort();
        return { admitted: false, failure: { code: "CANCELLED", message: "Canceled", fix: "" } };
      },
    };
    const { result, staged } = await observeCall(client, { signal: cancel.signal });
    expect(result).toEqual({ kind: "cancelled", partial: { text: "", reasoning: "" } });
    expect(staged).toEqual([]);
  });

  it("retries when its queue is full, and finally reports that", async () => {
    const failure = { code: "QUOTA_EXCEEDED", message: "200 calls wait.", fix: "Wait." } as const;
    const client: ModelClient = {
      ...createScriptedModel([]),
      enter: async () => await Promise.resolve({ admitted: false, failure }),
    };
    const { result, sleeps } = await observeCall(client, { maxAttempts: 2 });
    expect(result).toMatchObject({ kind: "failed", failure, attempts: 2 });
    expect(sleeps).toHaveLength(1);
  });
});
