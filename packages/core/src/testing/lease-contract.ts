import { describe, expect, it } from "vitest";
import type { Lease } from "../ports/trace-store.ts";
import { type ContractCases, ids, LONG_MS } from "./contract-cases.ts";

/** Duration of a lease that expires immediately. */
const EXPIRED_MS = 0;

/** Store contract, part: leases and fencing. */
export function describeLeases(cases: ContractCases): void {
  describe("leases", () => {
    it("gives a trace to one worker only", async () => {
      const of = await cases.create();
      const claims = await Promise.all(
        ["a", "b", "c"].map((owner) =>
          cases.stores().traces.claim({ owner, leaseMs: LONG_MS, only: of.trace.id }),
        ),
      );
      expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(1);
    });

    it("returns the API key that started a run to the worker that claims it, also after a takeover and with several claims at once", async () => {
      const { traces } = cases.stores();
      await cases.claimAll();
      const [byKey, byPerson] = await Promise.all([cases.create({ keyId: "key" }), cases.create()]);
      const claim = async (only?: string): Promise<string | null | undefined> => {
        const claimed = await traces.claim({
          owner: "worker",
          leaseMs: EXPIRED_MS,
          ...(only === undefined ? {} : { only }),
        });
        return claimed && (claimed.trace.keyId ?? null);
      };
      expect(await claim(byKey.trace.id)).toBe("key");
      expect(await claim(byKey.trace.id)).toBe("key");
      expect(await claim(byPerson.trace.id)).toBeNull();
      const request = { owner: "worker", leaseMs: LONG_MS };
      const both = await Promise.all([traces.claim(request), traces.claim(request)]);
      const keys = new Map(both.map((claimed) => [claimed?.trace.id, claimed?.trace.keyId]));
      expect(keys).toEqual(
        new Map([
          [byKey.trace.id, "key"],
          [byPerson.trace.id, undefined],
        ]),
      );
    });

    it("rejects appends without a lease, with a fence that is stale or was never issued, and after release", async () => {
      const of = await cases.create();
      const entry = of.log.assistant({ text: "next" });
      const none: Lease = { rootId: of.trace.id, owner: "worker", fence: 0, until: 0 };
      await expect(cases.append(of, none, { entries: [entry] })).rejects.toMatchObject({
        code: "LEASE_LOST",
      });
      const lease = await cases.claim(of.trace.id);
      await cases.stores().traces.release(lease);
      await expect(cases.append(of, lease, { entries: [entry] })).rejects.toMatchObject({
        code: "LEASE_LOST",
      });
      const second = await cases.claim(of.trace.id);
      expect(second.fence).toBeGreaterThan(lease.fence);
      await expect(cases.append(of, lease, { entries: [entry] })).rejects.toMatchObject({
        code: "LEASE_LOST",
      });
      const neverIssued = { ...second, fence: second.fence + 1 };
      await expect(cases.append(of, neverIssued, { entries: [entry] })).rejects.toMatchObject({
        code: "LEASE_LOST",
      });
      await cases.append(of, second, { entries: [entry] });
      expect(await cases.sequences(of)).toEqual([1, 2]);
    });

    it("lets another worker take over an expired lease and rejects the first worker's heartbeat", async () => {
      const of = await cases.create();
      const first = await cases.claim(of.trace.id, EXPIRED_MS);
      const second = await cases.claim(of.trace.id);
      expect(second.fence).toBeGreaterThan(first.fence);
      expect(await cases.stores().traces.heartbeat(first, LONG_MS)).toBe(false);
      expect(await cases.stores().traces.heartbeat(second, LONG_MS)).toBe(true);
      await cases.stores().traces.release(first);
      expect(await cases.stores().traces.heartbeat(second, LONG_MS)).toBe(true);
    });

    it("renews leases at the same time, each for its own time and only while it is held, and gives back the others", async () => {
      const { traces } = cases.stores();
      const several = await Promise.all([1, 2, 3, 4].map(async () => await cases.create()));
      const leases = await Promise.all(
        several.map(async ({ trace }) => await cases.claim(trace.id, EXPIRED_MS)),
      );
      const [kept, short, lost, given] = leases;
      if (kept === undefined || short === undefined || lost === undefined || given === undefined)
        throw new Error("There are four leases.");
      const newer = await cases.claim(lost.rootId);
      const renewed = await Promise.all([
        traces.heartbeat(kept, LONG_MS),
        traces.heartbeat(short, EXPIRED_MS),
        traces.heartbeat(lost, LONG_MS),
        traces.heartbeat(kept, LONG_MS),
        traces.heartbeat(newer, LONG_MS),
        traces.release(given),
        traces.release(lost),
      ]);
      expect(renewed.slice(0, 5)).toEqual([true, true, false, true, true]);
      const takes = async ({ rootId: only }: Lease): Promise<boolean> =>
        (await traces.claim({ owner: "other", leaseMs: LONG_MS, only })) !== undefined;
      expect(await Promise.all([kept, short, newer, given].map(takes))).toEqual([false, true, false, true]);
    });

    it("lets the holder of an expired lease continue until another worker claims the run", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id, EXPIRED_MS);
      await cases.append(of, lease, { entries: [of.log.assistant({ text: "late" })] });
      expect(await cases.stores().traces.heartbeat(lease, LONG_MS)).toBe(true);
      const request = { owner: "other", leaseMs: LONG_MS, only: of.trace.id };
      expect(await cases.stores().traces.claim(request)).toBeUndefined();
      expect(await cases.sequences(of)).toEqual([1, 2]);
    });

    it("does not offer a trace to the worker that still executes it", async () => {
      const of = await cases.create();
      await cases.claim(of.trace.id, EXPIRED_MS);
      const request = { owner: "worker", leaseMs: LONG_MS, only: of.trace.id };
      const { traces } = cases.stores();
      expect(await traces.claim({ ...request, except: [of.trace.id] })).toBeUndefined();
      expect((await traces.claim({ ...request, except: [ids.next()] }))?.trace.id).toBe(of.trace.id);
    });

    it("distinguishes a lease that was given back from one that expired", async () => {
      const of = await cases.create();
      const { traces } = cases.stores();
      const request = { owner: "gone", leaseMs: EXPIRED_MS, only: of.trace.id };
      const first = await traces.claim(request);
      expect(first?.previousHolder).toBe("released");
      expect((await traces.claim(request))?.previousHolder).toBe("died");
      const third = await traces.claim(request);
      if (third !== undefined) await traces.release(third.lease);
      expect((await traces.claim(request))?.previousHolder).toBe("released");
    });

    it("claims the oldest trace of a workspace first, whatever makes it claimable", async () => {
      await cases.claimAll();
      const scope = await cases.makeScope();
      const due = { status: "waiting", waitingFor: "budget", wakeAt: 1 } as const;
      const paused = { status: "waiting", waitingFor: "pause" } as const;
      const newest = await cases.create({ createdAt: 5 }, scope);
      const second = await cases.create({ createdAt: 2, ...due }, scope);
      const fourth = await cases.create({ createdAt: 4, ...paused }, scope);
      const first = await cases.create({ createdAt: 1, status: "running" }, scope);
      const third = await cases.create({ createdAt: 3 }, scope);
      await cases.stores().signals.insert(fourth.scope, {
        ...{ id: ids.next(), traceId: fourth.trace.id, personId: null, at: 1, kind: "resume", payload: {} },
      });
      const claimed: (string | undefined)[] = [];
      for (let count = 0; count < 5; count += 1)
        claimed.push((await cases.stores().traces.claim({ owner: "worker", leaseMs: LONG_MS }))?.trace.id);
      expect(claimed).toEqual([first, second, third, fourth, newest].map(({ trace }) => trace.id));
    });

    it("takes over a running trace, never a finished or waiting one", async () => {
      for (const [status, claimable] of [
        ["running", true],
        ["waiting", false],
        ["completed", false],
      ] as const) {
        const of = await cases.create({ status });
        const claimed = await cases
          .stores()
          .traces.claim({ owner: "worker", leaseMs: LONG_MS, only: of.trace.id });
        expect(claimed !== undefined, status).toBe(claimable);
      }
    });

    it("offers a trace only to workers that mount its project folder", async () => {
      const folder = `/projects/${ids.next()}`;
      const of = await cases.create({ projectFolder: folder });
      const request = { owner: "worker", leaseMs: LONG_MS, only: of.trace.id };
      expect(await cases.stores().traces.waitingFolders()).toContain(folder);
      expect(await cases.stores().traces.claim({ ...request, folders: ["/elsewhere"] })).toBeUndefined();
      expect((await cases.stores().traces.claim({ ...request, folders: [folder] }))?.trace.id).toBe(
        of.trace.id,
      );
      expect(await cases.stores().traces.waitingFolders()).not.toContain(folder);
    });

    it("stores exactly one of several runs started together in a conversation, and the next after it ends", async () => {
      const conversationId = ids.next();
      const first = await cases.create();
      const started = await Promise.allSettled(
        Array.from({ length: 6 }, async () => await cases.create({ conversationId }, first.scope)),
      );
      const stored = started.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      expect(stored).toHaveLength(1);
      for (const result of started)
        if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "CONFLICT" });
      const [run] = stored;
      if (run === undefined) return;
      const lease = await cases.claim(run.trace.id);
      await cases.append(run, lease, {
        entries: [
          run.log.event({
            type: "trace.finished",
            data: { status: "completed", failure: null, summary: null },
          }),
        ],
      });
      expect((await cases.create({ conversationId }, first.scope)).trace.conversationId).toBe(conversationId);
    });

    it("appends to a child under its root's lease", async () => {
      const root = await cases.create();
      const child = await cases.create({ rootId: root.trace.id, parentId: root.trace.id }, root.scope);
      expect(
        await cases.stores().traces.claim({ owner: "other", leaseMs: LONG_MS, only: child.trace.id }),
      ).toBeUndefined();
      const lease = await cases.claim(root.trace.id);
      await cases.append(child, lease, { entries: [child.log.assistant({ text: "child" })] });
      expect(await cases.sequences(child)).toEqual([1, 2]);
    });
  });
}
