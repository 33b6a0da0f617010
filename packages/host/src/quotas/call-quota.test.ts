import type { CallSender } from "@goaltrace/core/ports";
import { type CallGrants, type CallRequest, grantCalls } from "@goaltrace/db";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CALL_QUOTA_RETRY_MS } from "../tunables.ts";
import { createCallQuota } from "./call-quota.ts";
import { readQuotaLimits } from "./quota-limits.ts";

const WINDOW_MS = 60_000;
const sender = (personId: string, keyId: string | null = null): CallSender => ({
  ...{ workspaceId: "w", personId, keyId },
});

/** Time, and what happens at later moments. `run` lets time pass until nothing is left to happen. */
type World = {
  readonly now: () => number;
  readonly after: (milliseconds: number) => Promise<void>;
  run(): Promise<void>;
};

function createWorld(): World {
  let now = 0;
  const later: { readonly at: number; readonly happen: () => void }[] = [];
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  return {
    now: () => now,
    after: async (milliseconds) =>
      await new Promise((resolve) => later.push({ at: now + milliseconds, happen: resolve })),
    async run() {
      await settle();
      while (later.length > 0) {
        const next = later.reduce((best, event) => (event.at < best.at ? event : best));
        later.splice(later.indexOf(next), 1);
        now = next.at;
        next.happen();
        await settle();
      }
    },
  };
}

/** The counters in the database, as the store counts them. `windows` are those that each counter had. */
function createCounters({ now }: World): {
  readonly take: (request: CallRequest) => Awaited<ReturnType<CallGrants["take"]>>;
  readonly windows: Map<string, number[]>;
} {
  const rows = new Map<string, { count: number; start: number }>();
  const windows = new Map<string, number[]>();
  const rowOf = (id: string): { count: number; start: number } => {
    let row = rows.get(id);
    if (row === undefined || row.start <= now() - WINDOW_MS) {
      row = { count: 0, start: now() };
      rows.set(id, row);
      windows.set(id, [...(windows.get(id) ?? []), now()]);
    }
    return row;
  };
  return {
    windows,
    take: (request) => {
      const ids = request.counters.map(({ id }) => id);
      const used = new Map(ids.map((id) => [id, rowOf(id).count]));
      const [calls = 0] = grantCalls(used, [request]);
      const full =
        calls > 0 ? null : (request.counters.find(({ id, limit }) => rowOf(id).count >= limit)?.id ?? null);
      for (const id of ids) rowOf(id).count += calls;
      const rest = (full === null ? ids : [full]).map((id) => rowOf(id).start + WINDOW_MS - now());
      return { calls, validMs: Math.min(...rest), full };
    },
  };
}

describe("createCallQuota", () => {
  it("never lets workers together send more calls than a limit within a window, and loses no call", async () => {
    const burst = fc.record({
      ...{ at: fc.nat(150_000), calls: fc.integer({ min: 1, max: 40 }) },
      worker: fc.nat(2),
      person: fc.constantFrom("a", "b"),
      key: fc.constantFrom(null, "k"),
    });
    // Below 100, no call is counted ahead.
    const limit = fc.oneof(fc.integer({ min: 40, max: 99 }), fc.integer({ min: 100, max: 130 }));
    const limits = fc.record({ workspace: limit, person: limit, key: limit });
    await fc.assert(
      fc.asyncProperty(
        fc.array(burst, { maxLength: 10 }),
        limits,
        fc.infiniteStream(fc.nat(3_000)),
        fc.nat(2),
        async (bursts, { workspace, person, key }, delays, dying) => {
          const world = createWorld();
          const counters = createCounters(world);
          const operator = readQuotaLimits({
            GOALTRACE_QUOTAS: `workspace.calls_per_minute=${workspace},person.calls_per_minute=${person},key.calls_per_minute=${key}`,
          });
          const pause = async (): Promise<void> => {
            const delay: unknown = delays.next().value;
            await world.after(Number(delay));
          };
          const open = (): ReturnType<typeof createCallQuota> =>
            createCallQuota({
              clock: { monotonic: world.now },
              limitsOf: async () => operator,
              grants: {
                take: async (request) => {
                  await pause();
                  const answer = counters.take(request);
                  await pause();
                  return answer;
                },
              },
            });
          const workers = [0, 1, 2].map(open);
          const sent: { readonly at: number; readonly ids: readonly string[] }[] = [];
          const calls = bursts.flatMap(({ calls: count, ...call }) =>
            Array.from({ length: count }, () => call),
          );
          const done = calls.map(async ({ at, worker, person: personId, key: keyId }) => {
            await world.after(at);
            for (;;) {
              const usedUp = await workers[worker]?.count(sender(personId, keyId));
              if (usedUp === null) break;
              await world.after(usedUp?.retryAfterMs ?? 0);
            }
            sent.push({
              at: world.now(),
              ids: [
                ...(keyId === null ? [] : [`key.calls_per_minute ${keyId}`]),
                ...[`person.calls_per_minute w ${personId}`, "workspace.calls_per_minute w"],
              ],
            });
            // Its process dies with what it had counted ahead, and another takes its place.
            if (worker === dying) workers[worker] = open();
          });
          await world.run();
          await Promise.all(done);
          expect(sent).toHaveLength(calls.length);
          for (const [id, starts] of counters.windows) {
            const allowed = id.startsWith("key") ? key : id.startsWith("person") ? person : workspace;
            for (const start of starts) {
              const within = sent.filter(
                ({ at, ids }) => ids.includes(id) && at >= start && at < start + WINDOW_MS,
              );
              expect(within.length).toBeLessThanOrEqual(allowed);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  /** Quotas over counters in memory, without delays. */
  function setUp(quotas: string): {
    readonly quota: ReturnType<typeof createCallQuota>;
    readonly world: World;
    readonly asked: () => number;
    readonly setLimits: (quotas: string) => void;
  } {
    const world = createWorld();
    const counters = createCounters(world);
    let operator = readQuotaLimits({ GOALTRACE_QUOTAS: quotas });
    let asked = 0;
    const quota = createCallQuota({
      clock: { monotonic: world.now },
      limitsOf: async () => operator,
      grants: {
        take: async (request) => {
          asked += 1;
          return counters.take(request);
        },
      },
    });
    const setLimits = (changed: string): void => {
      operator = readQuotaLimits({ GOALTRACE_QUOTAS: changed });
    };
    return { quota, world, asked: () => asked, setLimits };
  }
  const later = async (world: World, milliseconds: number): Promise<void> => {
    const passed = world.after(milliseconds);
    await world.run();
    await passed;
  };

  it("names the limit that is used up, whose it is and when its window ends", async () => {
    const { quota, world } = setUp("person.calls_per_minute=2");
    expect(await quota.count(sender("a"))).toBeNull();
    expect(await quota.count(sender("a"))).toBeNull();
    await later(world, 20_000);
    expect(await quota.count(sender("a"))).toEqual({
      ...{ name: "person.calls_per_minute", limit: 2, retryAfterMs: CALL_QUOTA_RETRY_MS },
      failure: {
        code: "QUOTA_EXCEEDED",
        message: "You have 2 of at most 2 model calls sent within a minute (person.calls_per_minute).",
        fix: expect.stringContaining("Try again in 40 s.") as unknown,
      },
    });
    expect(await quota.count(sender("b"))).toBeNull();
    await later(world, 40_000);
    expect(await quota.count(sender("a"))).toBeNull();
  });

  it("asks the database once in a while for all calls that wait, and once for many calls far from the limit", async () => {
    const { quota, world, asked } = setUp("key.calls_per_minute=1");
    await quota.count(sender("a", "k"));
    for (let call = 0; call < 50; call += 1) expect(await quota.count(sender("a", "k"))).not.toBeNull();
    expect(asked()).toBe(2);
    await later(world, CALL_QUOTA_RETRY_MS);
    await quota.count(sender("a", "k"));
    expect(asked()).toBe(3);
    const far = setUp("person.calls_per_minute=2000");
    const send = async (calls: number): Promise<void> => {
      for (let call = 0; call < calls; call += 1) expect(await far.quota.count(sender("a"))).toBeNull();
    };
    await send(31);
    expect(far.asked()).toBe(5);
    await send(63);
    expect(far.asked()).toBe(8);
  });

  it("lets short processes together send as many calls as the limit", async () => {
    const world = createWorld();
    const counters = createCounters(world);
    const operator = readQuotaLimits({ GOALTRACE_QUOTAS: "person.calls_per_minute=200" });
    const results = [];
    for (let started = 0; started < 200; started += 1)
      results.push(
        await createCallQuota({
          ...{ clock: { monotonic: world.now }, limitsOf: async () => operator },
          grants: { take: async (request) => counters.take(request) },
        }).count(sender("a")),
      );
    expect(results).toEqual(results.map(() => null));
  });

  it("counts no more ahead for a sender than it sent within the last two minutes", async () => {
    const { quota, world, asked } = setUp("person.calls_per_minute=2000");
    for (let call = 0; call < 31; call += 1) await quota.count(sender("a"));
    expect(asked()).toBe(5);
    await later(world, 60_000);
    for (let call = 0; call < 21; call += 1) await quota.count(sender("a"));
    expect(asked()).toBe(6);
    await later(world, 180_000);
    for (let call = 0; call < 3; call += 1) await quota.count(sender("a"));
    expect(asked()).toBe(8);
  });

  it("sends nothing after the minute in which it was counted, also when the database answers late", async () => {
    const { quota, world, asked } = setUp("person.calls_per_minute=100");
    await quota.count(sender("a"));
    await quota.count(sender("a"));
    await later(world, 59_999);
    expect(await quota.count(sender("a"))).toBeNull();
    expect(asked()).toBe(2);
    await quota.count(sender("a"));
    expect(asked()).toBe(3);
    await later(world, 1);
    await quota.count(sender("a"));
    expect(asked()).toBe(4);

    const delayed = createWorld();
    let answers = 0;
    const late = createCallQuota({
      clock: { monotonic: delayed.now },
      limitsOf: async () => readQuotaLimits({}),
      grants: {
        take: async () => {
          answers += 1;
          await delayed.after(answers === 1 ? 5_000 : 1_000);
          return { calls: 1, validMs: 5_000, full: null };
        },
      },
    });
    const counted = late.count(sender("a"));
    await delayed.run();
    expect(await counted).toBeNull();
    expect(answers).toBe(2);
  });

  it("lets waiting calls go on soon after a limit was raised", async () => {
    const { quota, world, setLimits } = setUp("workspace.calls_per_minute=1");
    await quota.count(sender("a"));
    const refused = await quota.count(sender("b"));
    expect(refused?.name).toBe("workspace.calls_per_minute");
    setLimits("workspace.calls_per_minute=5");
    await later(world, refused?.retryAfterMs ?? 0);
    expect(world.now()).toBeLessThanOrEqual(CALL_QUOTA_RETRY_MS);
    expect(await quota.count(sender("b"))).toBeNull();
  });
});
