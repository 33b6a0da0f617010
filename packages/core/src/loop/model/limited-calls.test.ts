import { describe, expect, it } from "vitest";
import type { Update } from "../../log/update.ts";
import type { CallQuota, CallSender, UsedUpQuota } from "../../ports/call-quota.ts";
import type { ModelClient } from "../../ports/model-client.ts";
import { observeCall } from "../../testing/observed-call.ts";
import { answered, createScriptedModel, failedAttempt } from "../../testing/scripted-model.ts";

const USED_UP: UsedUpQuota = {
  ...{ name: "person.calls_per_minute", limit: 2, retryAfterMs: 2_000 },
  failure: { code: "QUOTA_EXCEEDED", message: "You have 2 of at most 2 model calls.", fix: "Wait." },
};

/** A quota that gives these answers in turn, then none. */
function answering(...answers: readonly (UsedUpQuota | null)[]): {
  readonly callQuota: CallQuota;
  readonly senders: CallSender[];
} {
  const senders: CallSender[] = [];
  return {
    senders,
    callQuota: { count: async (sender) => answers[senders.push(sender) - 1] ?? null },
  };
}

const notice = (wait: object): unknown => ({
  ...{ kind: "call_waiting", traceId: "trace", callId: "call" },
  ...wait,
});

describe("a call with a quota", () => {
  it("counts each attempt with the workspace, person and key of its run, and reports no wait", async () => {
    const { callQuota, senders } = answering();
    const client = createScriptedModel([failedAttempt({}), answered()]);
    const { result, updates } = await observeCall(client, { callQuota });
    expect(result).toMatchObject({ kind: "answered", attempts: 2, waitedMs: 0 });
    expect(senders).toEqual(
      [1, 2].map(() => ({ workspaceId: "workspace", personId: "person", keyId: "key" })),
    );
    expect(updates).toEqual([]);
  });

  it("waits while the quota is used up, names it, and continues when there is room", async () => {
    const { callQuota } = answering(USED_UP, USED_UP, null);
    const suspended: string[] = [];
    const { result, updates, staged } = await observeCall(createScriptedModel([answered()]), {
      callQuota,
      suspendLimit: () => {
        suspended.push("suspended");
        return () => void suspended.push("resumed");
      },
    });
    expect(result).toMatchObject({ kind: "answered", attempts: 1, durationMs: 0, waitedMs: 4_000 });
    const quota = { name: "person.calls_per_minute", limit: 2 };
    expect(updates).toEqual([
      notice({ ahead: 0, quota }),
      notice({ ahead: 0, quota }),
      notice({ ahead: null }),
    ]);
    expect(staged).toEqual([]);
    expect(suspended).toEqual(["suspended", "resumed"]);
  });

  it("holds no place at the endpoint while the quota is used up, and one while the call is sent", async () => {
    let inside = 0;
    const whileCounted: number[] = [];
    const client: ModelClient = {
      ...createScriptedModel([
        () => {
          expect(inside).toBe(1);
          return answered();
        },
      ]),
      enter: async () => {
        inside += 1;
        return { admitted: true, leave: () => void (inside -= 1) };
      },
    };
    const { callQuota } = answering(USED_UP, null);
    const emit = (update: Update): void => {
      if (update.kind === "call_waiting" && update.quota !== undefined) whileCounted.push(inside);
    };
    const { result } = await observeCall(client, { callQuota, emit });
    expect(result.kind).toBe("answered");
    expect(whileCounted).toEqual([0]);
    expect(inside).toBe(0);
  });

  it("gives the place back when the quota cannot be counted", async () => {
    let inside = 0;
    const client: ModelClient = {
      ...createScriptedModel([]),
      enter: async () => {
        inside += 1;
        return { admitted: true, leave: () => void (inside -= 1) };
      },
    };
    const broken: CallQuota = { count: async () => await Promise.reject(new Error("no database")) };
    await expect(observeCall(client, { callQuota: broken })).rejects.toThrow("no database");
    expect(inside).toBe(0);
  });

  it("refuses a spare call at once, with the limit and the fix in the log", async () => {
    const { callQuota } = answering(USED_UP);
    const { result, staged, updates } = await observeCall(createScriptedModel([]), {
      callQuota,
      ...{ onNeeded: () => undefined, maxAttempts: 1 },
    });
    expect(result).toMatchObject({ kind: "failed", failure: USED_UP.failure });
    expect(staged).toMatchObject([{ type: "call.attempt_failed", data: { failure: USED_UP.failure } }]);
    expect(updates).toEqual([]);
  });

  it("ends a call that is canceled while it waits, without an attempt", async () => {
    const cancel = new AbortController();
    const callQuota: CallQuota = {
      count: async () => {
        cancel.abort();
        return USED_UP;
      },
    };
    const { result, staged } = await observeCall(createScriptedModel([]), {
      callQuota,
      signal: cancel.signal,
    });
    expect(result).toEqual({ kind: "cancelled", partial: { text: "", reasoning: "" } });
    expect(staged).toEqual([]);
  });
});
