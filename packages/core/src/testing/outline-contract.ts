import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../log/entry.ts";
import { projectEntry } from "../log/project.ts";
import { toOutline } from "../log/to-outline.ts";
import type { OutlineEntry } from "../log/outline.ts";
import { withTraceId } from "../log/upcast.ts";
import type { Scope } from "../ports/scope.ts";
import { logArbitrary } from "./arbitraries.ts";
import { buildTrace } from "./builders.ts";
import { type Case, clock, type ContractCases, ids } from "./contract-cases.ts";

/** Store contract, part: stored outlines match the entries of the log, however it was written. */
export function describeOutlines(cases: ContractCases): void {
  describe("outlines", () => {
    const whole = { after: 0, until: 1_000 };
    const stored = (scope: Scope, traceId: string): Promise<readonly OutlineEntry[]> =>
      cases.stores().traces.outline(scope, traceId, whole);
    const derived = async (scope: Scope, traceId: string): Promise<readonly OutlineEntry[]> =>
      toOutlines(await cases.stores().traces.entries(scope, traceId, { after: 0 }));

    it("match the entries of any log that was partly created and partly appended", async () => {
      const scope = await cases.makeScope();
      await fc.assert(
        fc.asyncProperty(logArbitrary(), fc.nat(), async (log, cut) => {
          const traceId = await write(cases, scope, { log, first: 1 + (cut % log.length) });
          const outline = await stored(scope, traceId);
          expect(outline).toEqual(toOutlines(log));
          expect(outline).toEqual(await derived(scope, traceId));
        }),
        { numRuns: 25 },
      );
    });

    it("are limited to the requested range", async () => {
      const of = await long(cases);
      const outline = await cases.stores().traces.outline(of.scope, of.trace.id, { after: 1, until: 3 });
      expect(outline.map((entry) => entry.q)).toEqual([2, 3]);
    });

    it("include entries of unknown types", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const frame = { id: ids.next(), traceId: of.trace.id, version: 7, at: clock.now(), goalId: "root" };
      const raw = { ...frame, sequence: 2, kind: "event", type: "future.happened", data: {} };
      const unknown: Entry = { ...frame, sequence: 2, kind: "unknown", type: "future.happened", raw };
      await cases.append(of, lease, { entries: [unknown] });
      expect(await stored(of.scope, of.trace.id)).toMatchObject([
        { q: 1, k: "user" },
        { q: 2, k: "other", d: "future.happened" },
      ]);
    });

    it("contain no erased content", async () => {
      const of = await long(cases);
      await cases.stores().traces.erase(of.scope, of.trace.id, 2);
      const outline = await stored(of.scope, of.trace.id);
      expect(JSON.stringify(outline)).not.toContain("second");
      expect(outline).toHaveLength(4);
      expect(outline).toEqual(await derived(of.scope, of.trace.id));
    });

    it("move with a prefix that is handed over", async () => {
      const of = await long(cases);
      const origin = { traceId: of.trace.id, sequence: 3, kind: "forks" } as const;
      const heir = await cases.create({ origin }, of.scope);
      await cases.stores().traces.delete(of.scope, of.trace.id);
      const outline = await stored(heir.scope, heir.trace.id);
      expect(outline.map((entry) => entry.q)).toEqual([1, 2, 3, 4]);
      expect(outline).toEqual(await derived(heir.scope, heir.trace.id));
    });

    it("are invisible to another workspace", async () => {
      const of = await long(cases);
      expect(await stored(await cases.makeScope(), of.trace.id)).toEqual([]);
    });
  });
}

function toOutlines(entries: readonly Entry[]): readonly OutlineEntry[] {
  return entries.flatMap((entry) => toOutline(entry) ?? []);
}

async function long(cases: ContractCases): Promise<Case> {
  const of = await cases.create();
  const lease = await cases.claim(of.trace.id);
  const entries = ["the second", "the third", "the fourth"].map((text) => of.log.assistant({ text }));
  await cases.append(of, lease, { entries });
  await cases.stores().traces.release(lease);
  return of;
}

/** Writes a log under a new id: the first entries with the trace, the others in an append. */
async function write(
  cases: ContractCases,
  scope: Scope,
  { log, first }: { readonly log: readonly Entry[]; readonly first: number },
): Promise<string> {
  const { traces } = cases.stores();
  const id = ids.next();
  const entries = log.map((entry) => withTraceId(entry, id));
  const [created, appended] = [entries.slice(0, first), entries.slice(first)];
  const trace = buildTrace({ id, ...scope, createdAt: clock.now() }, created);
  await traces.create(scope, trace, created, []);
  if (appended.length === 0) return id;
  const { fence } = await cases.claim(id);
  const projection = appended.reduce(projectEntry, trace);
  await traces.append({ traceId: id, rootId: id, fence, entries: appended, projection, blobs: [] });
  return id;
}
