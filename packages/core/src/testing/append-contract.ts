import { describe, expect, it } from "vitest";
import type { Entry } from "../log/entry.ts";
import { clock, type ContractCases, ids } from "./contract-cases.ts";

/** Store contract, part: entries are returned unchanged and in order, and batches are atomic. */
export function describeAppends(cases: ContractCases): void {
  describe("traces", () => {
    it("returns a created trace and its first entries unchanged", async () => {
      const { scope, trace, log } = await cases.create({
        tags: ["a"],
        context: { nested: { list: [1, null] } },
      });
      expect(await cases.stores().traces.get(scope, trace.id)).toEqual(trace);
      expect(await cases.stores().traces.entries(scope, trace.id, { after: 0 })).toEqual(log.entries);
    });

    it("appends entries and their projection together", async () => {
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

    it("reads a range of entries: after, until and limit, without some types", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      await cases.append(of, lease, {
        entries: [
          ...["a", "b", "c", "d"].map((text) => of.log.assistant({ text })),
          of.log.event({ type: "tool.progressed", data: { toolCallId: "any", text: "half" } }),
          of.log.user("e"),
        ],
      });
      const read = async (range: {
        after: number;
        until?: number;
        limit?: number;
        without?: readonly string[];
      }): Promise<readonly number[]> =>
        (await cases.stores().traces.entries(of.scope, of.trace.id, range)).map((entry) => entry.sequence);
      expect(await read({ after: 1, until: 4 })).toEqual([2, 3, 4]);
      expect(await read({ after: 1, limit: 2 })).toEqual([2, 3]);
      expect(await read({ after: 7 })).toEqual([]);
      expect(await read({ after: 3, limit: 3, without: ["tool.progressed"] })).toEqual([4, 5, 7]);
    });

    it("rejects a gap or a repeated number and stores nothing of that batch", async () => {
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

    it("keeps any text: NUL, lone surrogates, emoji, line separators", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const entry = of.log.assistant({ text: '\u0000 \ud800 😀 \u2028 \\u0000 "quoted"' });
      await cases.append(of, lease, { entries: [entry] });
      expect(await cases.stores().traces.entry(of.scope, of.trace.id, 2)).toEqual(entry);
    });

    it("keeps an entry of an unknown type raw", async () => {
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
