import type { CallCounts, CallGrants, QuotaStore } from "@goaltrace/db";
import { describe, expect, it } from "vitest";
import { readQuotaLimits } from "./quota-limits.ts";
import { createQuotas, type QuotaHolder, type Quotas } from "./quotas.ts";

const scope = { workspaceId: "w", personId: "p" };
const holder: QuotaHolder = { scope, keyId: "k" };

/** Quotas over a store in memory. `active` is the number of active runs of the workspace and of the person. */
function setUp(quotas: string): { readonly quotas: Quotas; readonly active: { value: number } } {
  const active = { value: 0 };
  const saved = new Map<string, Readonly<Record<string, number>>>();
  const counts = new Map<string, number>();
  const store: QuotaStore = {
    activeRuns: async ({ keyId }) => ({
      ...{ workspace: active.value, person: active.value },
      key: keyId === null ? 0 : active.value,
    }),
    limits: async (workspaceId) => saved.get(workspaceId) ?? {},
    saveLimits: async (workspaceId, limits) => void saved.set(workspaceId, limits),
  };
  const callCounts: CallCounts = {
    count: async (key) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { count: counts.get(key) ?? 0, resetMs: 40_500 };
    },
  };
  const sent = new Map<string, number>();
  const callGrants: CallGrants = {
    take: async ({ counters }) => {
      for (const { id } of counters) sent.set(id, (sent.get(id) ?? 0) + 1);
      return { calls: 1, validMs: 60_000, full: null };
    },
    used: async (ids) => new Map(ids.map((id) => [id, sent.get(id) ?? counts.get(id) ?? 0])),
  };
  const operator = readQuotaLimits({ GOALTRACE_QUOTAS: quotas });
  const ports = { store, callCounts, callGrants, operator, clock: { monotonic: () => 0 } };
  return {
    quotas: createQuotas({ ...ports, keysOf: async () => [{ id: "k" }, { id: "idle" }] }),
    active,
  };
}

describe("createQuotas", () => {
  it("refuses a run above the limit of active runs and names limit, use and wait", async () => {
    const { quotas, active } = setUp("workspace.runs=3");
    active.value = 2;
    await quotas.admitRun(holder);
    active.value = 3;
    await expect(quotas.admitRun(holder)).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
      message: "This workspace has 3 of at most 3 active runs (workspace.runs).",
      retryAfterSeconds: 5,
    });
  });

  it("refuses a run above the limit of active runs of a key, and none that its person starts directly", async () => {
    const { quotas, active } = setUp("key.runs=2");
    active.value = 2;
    await expect(quotas.admitRun(holder)).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
      message: "This key has 2 of at most 2 active runs (key.runs).",
    });
    await quotas.admitRun({ ...holder, keyId: null });
  });

  it.each([
    ["workspace", "This workspace has"],
    ["person", "You have"],
    ["key", "This key has"],
  ])("counts the runs that a %s starts within a minute", async (subject, message) => {
    const { quotas } = setUp(`${subject}.runs_per_minute=2`);
    await quotas.admitRun(holder);
    await quotas.admitRun(holder);
    await expect(quotas.admitRun(holder)).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
      message: expect.stringContaining(message) as unknown,
      retryAfterSeconds: 41,
    });
  });

  it("gives a slot to another run only after it was returned, once", async () => {
    const { quotas } = setUp("person.streams=2");
    const release = await quotas.take("streams", holder);
    await quotas.take("streams", holder);
    await expect(quotas.take("streams", holder)).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
    await quotas.take("streams", { ...holder, scope: { ...scope, personId: "other" } });
    release();
    release();
    await quotas.take("streams", holder);
    await expect(quotas.take("streams", holder)).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
  });

  it("lets a workspace lower its limits and not raise them", async () => {
    const { quotas } = setUp("workspace.transfers=3");
    await quotas.saveLimits("w", { "workspace.transfers": 1 });
    await quotas.take("transfers", holder);
    await expect(quotas.take("transfers", holder)).rejects.toThrow("1 of at most 1 imports and exports");
    expect(await quotas.usage(scope)).toContainEqual({
      ...{ name: "workspace.transfers", used: 1, limit: 1, highest: 3 },
    });
    await expect(quotas.saveLimits("w", { "workspace.transfers": 4 })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });
});

describe("the use of quotas", () => {
  it("shows the model calls of the workspace, of the person, and of the key that sent most", async () => {
    const { quotas } = setUp("key.calls_per_minute=9");
    for (const { personId, keyId } of [
      ...[
        { personId: "p", keyId: null },
        { personId: "p", keyId: "k" },
        { personId: "p", keyId: "k" },
      ],
      { personId: "other", keyId: "foreign" },
    ])
      expect(await quotas.calls.count({ workspaceId: "w", personId, keyId })).toBeNull();
    const used = new Map((await quotas.usage(scope)).map(({ name, used: calls }) => [name, calls]));
    expect(used.get("workspace.calls_per_minute")).toBe(4);
    expect(used.get("person.calls_per_minute")).toBe(3);
    expect(used.get("key.calls_per_minute")).toBe(2);
  });
});

describe("the use of starts and streams", () => {
  it("shows those of the workspace, of the person, and of the busiest key", async () => {
    const { quotas } = setUp("");
    for (const { personId, keyId } of [
      ...[
        { personId: "p", keyId: null },
        { personId: "p", keyId: "k" },
        { personId: "p", keyId: "k" },
        { personId: "p", keyId: "idle" },
      ],
      { personId: "other", keyId: "foreign" },
    ]) {
      const by = { scope: { ...scope, personId }, keyId };
      await quotas.admitRun(by);
      await quotas.take("streams", by);
    }
    const used = new Map((await quotas.usage(scope)).map((use) => [use.name, use.used]));
    for (const kind of ["runs_per_minute", "streams"] as const)
      expect([used.get(`workspace.${kind}`), used.get(`person.${kind}`), used.get(`key.${kind}`)]).toEqual([
        5, 4, 2,
      ]);
  });
});

describe("readQuotaLimits", () => {
  it.each(["person.strems=2", "person.streams=0", "person.streams", "person.streams=many"])(
    "rejects %s and names the quotas",
    (quotas) => {
      expect(() => readQuotaLimits({ GOALTRACE_QUOTAS: quotas })).toThrow(quotas);
    },
  );
});
