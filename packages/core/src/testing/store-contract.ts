import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Entry } from "../log/entry.ts";
import { resolveLog } from "../log/fork.ts";
import type { Scope } from "../ports/scope.ts";
import type { Lease, TraceStore } from "../ports/trace-store.ts";
import { describeBlobsAndSignals, textBlob } from "./blob-contract.ts";
import {
  type Case,
  clock,
  type ContractCases,
  contractCases,
  ids,
  LONG_MS,
  type StoresUnderTest,
} from "./contract-cases.ts";
import { describeFolders } from "./folder-contract.ts";
import { describeSkeletons } from "./skeleton-contract.ts";

/** A lease this long has run out as soon as it is given. */
const EXPIRED_MS = 0;

/**
 * The promises of trace, blob and signal stores, as tests (M10). Cases use fresh workspaces and name the trace they claim, so that they can
 * share a database with anything else. A workspace may have to exist there: `makeScope` makes one, by default only its ids.
 */
export function describeTraceStoreContract(
  name: string,
  makeStores: () => Promise<StoresUnderTest>,
  makeScope: (stores: StoresUnderTest) => Promise<Scope> = async () => ({
    workspaceId: ids.next(),
    personId: ids.next(),
  }),
): void {
  describe(`${name}: store contract`, () => {
    let stores: StoresUnderTest;
    beforeAll(async () => {
      stores = await makeStores();
    });
    afterAll(async () => {
      await stores.close();
    });
    const cases = contractCases(
      () => stores,
      () => makeScope(stores),
    );
    describeTraces(cases);
    describeLeases(cases);
    describeLists(cases);
    describeTenancy(cases);
    describeContinuation(cases);
    describeSkeletons(cases);
    describeFolders(cases);
    describeBlobsAndSignals(cases);
  });
}

function describeTraces(cases: ContractCases): void {
  describe("traces", () => {
    it("M1 · gives back a created trace and its first entries as they were", async () => {
      const { scope, trace, log } = await cases.create({
        tags: ["a"],
        context: { nested: { list: [1, null] } },
      });
      expect(await cases.stores().traces.get(scope, trace.id)).toEqual(trace);
      expect(await cases.stores().traces.entries(scope, trace.id, { after: 0 })).toEqual(log.entries);
    });

    it("M1 · appends entries and their projection together", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const entry = of.log.assistant({ text: "Hello" });
      await cases.append(of, lease, { entries: [entry] });
      expect(await cases.sequences(of)).toEqual([1, 2]);
      expect(await cases.stores().traces.entry(of.scope, of.trace.id, 2)).toEqual(entry);
      expect(await cases.stores().traces.get(of.scope, of.trace.id)).toMatchObject({
        lastSequence: 2,
        lastMessage: "Hello",
      });
    });

    it("M1 · reads a range of entries: after, until and limit", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      await cases.append(of, lease, {
        entries: ["a", "b", "c", "d"].map((text) => of.log.assistant({ text })),
      });
      const read = async (range: {
        after: number;
        until?: number;
        limit?: number;
      }): Promise<readonly number[]> =>
        (await cases.stores().traces.entries(of.scope, of.trace.id, range)).map((entry) => entry.sequence);
      expect(await read({ after: 1, until: 4 })).toEqual([2, 3, 4]);
      expect(await read({ after: 1, limit: 2 })).toEqual([2, 3]);
      expect(await read({ after: 5 })).toEqual([]);
    });

    it("M1 · refuses a gap and a repeated number, and keeps nothing of that batch", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const next = of.log.assistant({ text: "next" });
      const later = of.log.assistant({ text: "later" });
      await expect(cases.append(of, lease, { entries: [later] })).rejects.toMatchObject({
        code: "SEQUENCE_CONFLICT",
      });
      await cases.append(of, lease, { entries: [next] });
      const again = { ...next, id: ids.next() };
      await expect(cases.append(of, lease, { entries: [again] })).rejects.toMatchObject({
        code: "SEQUENCE_CONFLICT",
      });
      expect(await cases.sequences(of)).toEqual([1, 2]);
    });

    it("M2 · keeps any text: NUL, lone surrogates, emoji, line separators", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const entry = of.log.assistant({ text: '\u0000 \ud800 😀 \u2028 \\u0000 "quoted"' });
      await cases.append(of, lease, { entries: [entry] });
      expect(await cases.stores().traces.entry(of.scope, of.trace.id, 2)).toEqual(entry);
    });

    it("M20 · keeps an entry of an unknown type raw", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const frame = {
        id: ids.next(),
        traceId: of.trace.id,
        sequence: 2,
        version: 7,
        at: clock.now(),
        goalId: "root",
      };
      const raw = { ...frame, kind: "event", type: "future.happened", data: { deep: [1, { a: null }] } };
      const entry: Entry = { ...frame, kind: "unknown", type: "future.happened", raw };
      await cases.append(of, lease, { entries: [entry] });
      expect(await cases.stores().traces.entry(of.scope, of.trace.id, 2)).toEqual(entry);
    });
  });
}

function describeLeases(cases: ContractCases): void {
  describe("leases", () => {
    it("M15 · gives a trace to one worker only", async () => {
      const of = await cases.create();
      const claims = await Promise.all(
        ["a", "b", "c"].map((owner) =>
          cases.stores().traces.claim({ owner, leaseMs: LONG_MS, only: of.trace.id }),
        ),
      );
      expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(1);
    });

    it("M15 · refuses appends without a lease, with a stale fence and after release", async () => {
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
      await cases.append(of, second, { entries: [entry] });
      expect(await cases.sequences(of)).toEqual([1, 2]);
    });

    it("M15 · lets another worker take over when the lease ran out, and tells the first", async () => {
      const of = await cases.create();
      const first = await cases.claim(of.trace.id, EXPIRED_MS);
      const second = await cases.claim(of.trace.id);
      expect(second.fence).toBeGreaterThan(first.fence);
      expect(await cases.stores().traces.heartbeat(first, LONG_MS)).toBe(false);
      expect(await cases.stores().traces.heartbeat(second, LONG_MS)).toBe(true);
      await cases.stores().traces.release(first);
      expect(await cases.stores().traces.heartbeat(second, LONG_MS)).toBe(true);
    });

    it("M15 · takes over a running trace, never a finished or waiting one", async () => {
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

    it("O6 · leaves a trace to workers that mount its project folder", async () => {
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

    it("R5 · of runs started at the same moment in one conversation exactly one is stored, and the next when it is over", async () => {
      const conversationId = ids.next();
      const first = await cases.create();
      const started = await Promise.allSettled(
        Array.from({ length: 6 }, async () => await cases.create({ conversationId }, first.scope)),
      );
      const stored = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(stored).toHaveLength(1);
      for (const one of started)
        if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "CONFLICT" });
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

    it("M15 · appends to a child under its root's lease", async () => {
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

function describeLists(cases: ContractCases): void {
  describe("lists", () => {
    it("O9 · pages newest first without gap or double, also for equal times", async () => {
      const scope = await cases.makeScope();
      const createdAt = clock.now();
      const made: Case[] = [];
      for (let index = 0; index < 7; index += 1)
        made.push(await cases.create({ createdAt: createdAt + Math.floor(index / 3) }, scope));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<TraceStore["list"]>> = await cases
          .stores()
          .traces.list(scope, {}, { cursor, limit: 3 });
        seen.push(...page.items.map((trace) => trace.id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      const newestFirst = made
        .map(({ trace }) => trace)
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
      expect(seen).toEqual(newestFirst.map((trace) => trace.id));
    });

    it("O9 · filters by status", async () => {
      const scope = await cases.makeScope();
      const failed = await cases.create({ status: "failed" }, scope);
      await cases.create({}, scope);
      const page = await cases
        .stores()
        .traces.list(scope, { statuses: ["failed", "cancelled"] }, { cursor: null, limit: 10 });
      expect(page.items.map((trace) => trace.id)).toEqual([failed.trace.id]);
    });
  });
}

function describeTenancy(cases: ContractCases): void {
  describe("tenancy", () => {
    it("M17 · shows another workspace nothing and lets it change nothing", async () => {
      const of = await cases.create();
      const stranger = await cases.makeScope();
      const { id } = of.trace;
      expect(await cases.stores().traces.get(stranger, id)).toBeUndefined();
      expect(await cases.stores().traces.entries(stranger, id, { after: 0 })).toEqual([]);
      expect(await cases.stores().traces.entry(stranger, id, 1)).toBeUndefined();
      expect((await cases.stores().traces.list(stranger, {}, { cursor: null, limit: 10 })).items).toEqual([]);
      await expect(cases.stores().traces.delete(stranger, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(cases.stores().traces.erase(stranger, id, 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
      const signal = {
        id: ids.next(),
        traceId: id,
        kind: "cancel",
        personId: null,
        reason: null,
        at: clock.now(),
      } as const;
      await expect(cases.stores().signals.insert(stranger, signal)).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
      expect(await cases.stores().traces.get(of.scope, id)).toEqual(of.trace);
    });

    it("M17 · keeps blobs of workspaces apart", async () => {
      const [mine, theirs] = [await cases.makeScope(), await cases.makeScope()];
      const blob = textBlob(`secret ${ids.next()}`);
      await cases.stores().blobs.put(mine, blob);
      expect(await cases.stores().blobs.get(theirs, blob.sha256)).toBeUndefined();
      expect(await cases.stores().blobs.getMany(theirs, [blob.sha256])).toEqual([]);
      expect(await cases.stores().blobs.page(theirs, blob.sha256, { offset: 0, limit: 1 })).toBeUndefined();
    });
  });
}

function describeContinuation(cases: ContractCases): void {
  describe("continuation and deletion", () => {
    const family = async (): Promise<{
      readonly parent: Case;
      readonly short: Case;
      readonly long: Case;
    }> => {
      const parent = await cases.create();
      const lease = await cases.claim(parent.trace.id);
      await cases.append(parent, lease, {
        entries: ["a", "b", "c"].map((text) => parent.log.assistant({ text })),
      });
      const origin = { traceId: parent.trace.id } as const;
      const short = await cases.create({ origin: { ...origin, kind: "forks", sequence: 2 } }, parent.scope);
      const long = await cases.create(
        { origin: { ...origin, kind: "continues", sequence: 4 } },
        parent.scope,
      );
      return { parent, short, long };
    };
    const wholeLog = async (of: Case): Promise<readonly string[]> => {
      const trace = await cases.stores().traces.get(of.scope, of.trace.id);
      if (trace === undefined) throw new Error("The trace is gone.");
      const texts: string[] = [];
      for (const segment of await resolveLog((id) => cases.stores().traces.get(of.scope, id), trace)) {
        const entries = await cases.stores().traces.entries(of.scope, segment.traceId, {
          after: segment.from - 1,
          until: segment.to,
        });
        texts.push(...entries.map((entry) => (entry.kind === "message" ? entry.description : entry.type)));
      }
      return texts;
    };

    it("M4 · continues and forks a log by reference, the sequence running on", async () => {
      const { short, long } = await family();
      expect(await cases.sequences(long)).toEqual([5]);
      expect(await wholeLog(long)).toEqual(["The task", "a", "b", "c", "The task"]);
      expect(await wholeLog(short)).toEqual(["The task", "a", "The task"]);
    });

    it("M19 · hands shared prefixes over before a trace is deleted", async () => {
      const { parent, short, long } = await family();
      const before = [await wholeLog(short), await wholeLog(long)];
      await cases.stores().traces.delete(parent.scope, parent.trace.id);
      expect(await cases.stores().traces.get(parent.scope, parent.trace.id)).toBeUndefined();
      expect([await wholeLog(short), await wholeLog(long)]).toEqual(before);
      await cases.stores().traces.delete(long.scope, long.trace.id);
      expect(await wholeLog(short)).toEqual(before[0]);
    });

    it("M19 · leaves a numbered tombstone where content was erased", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      await cases.append(of, lease, {
        entries: [of.log.assistant({ text: "my secret" }), of.log.assistant({ text: "stays" })],
      });
      await cases.stores().traces.erase(of.scope, of.trace.id, 2);
      const entries = await cases.stores().traces.entries(of.scope, of.trace.id, { after: 0 });
      expect(entries.map((entry) => entry.sequence)).toEqual([1, 2, 3]);
      expect(entries[1]).toMatchObject({ kind: "message", role: "assistant", sequence: 2 });
      expect(JSON.stringify(entries)).not.toContain("my secret");
    });

    it("M19 · erasing a spilled result leaves no name of the blob that holds it whole", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const call = of.log.assistant({ calls: [{ id: "spilled" }] });
      const data = { toolCallId: "spilled", toolName: "read_file", blob: "b".repeat(64), characters: 9_000 };
      const spill = of.log.event({
        type: "result.spilled",
        data: { ...data, shownCharacters: 9, tokens: 3 },
      });
      const result = of.log.tool("spilled", { output: "a part" });
      await cases.append(of, lease, { entries: [call, spill, result] });
      await cases.stores().traces.erase(of.scope, of.trace.id, result.sequence);
      const entries = await cases.stores().traces.entries(of.scope, of.trace.id, { after: 0 });
      expect(JSON.stringify(entries)).not.toContain("bbbb");
    });
  });
}
