import { describe, expect, it } from "vitest";
import { resolveLog } from "../log/fork.ts";
import { type Case, type ContractCases } from "./contract-cases.ts";

/** Store contract, part: logs that share a prefix, and the effects of deleting a trace or erasing an entry. */
export function describeContinuation(cases: ContractCases): void {
  describe("continuation and deletion", () => {
    const createFamily = async (): Promise<{
      readonly parent: Case;
      readonly short: Case;
      readonly long: Case;
    }> => {
      const parent = await cases.create();
      const lease = await cases.claim(parent.trace.id);
      await cases.append(parent, lease, {
        entries: ["a", "b", "c"].map((text) => parent.log.assistant({ text })),
      });
      await cases.stores().traces.release(lease);
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
      if (trace === undefined) throw new Error("missing trace");
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

    it("continues and forks a log by reference with gap-free sequence numbers", async () => {
      const { short, long } = await createFamily();
      expect(await cases.sequences(long)).toEqual([5]);
      expect(await wholeLog(long)).toEqual(["The task", "a", "b", "c", "The task"]);
      expect(await wholeLog(short)).toEqual(["The task", "a", "The task"]);
    });

    it("hands over shared prefixes before a trace is deleted", async () => {
      const { parent, short, long } = await createFamily();
      const before = [await wholeLog(short), await wholeLog(long)];
      await cases.stores().traces.delete(parent.scope, parent.trace.id);
      expect(await cases.stores().traces.get(parent.scope, parent.trace.id)).toBeUndefined();
      expect([await wholeLog(short), await wholeLog(long)]).toEqual(before);
      await cases.stores().traces.delete(long.scope, long.trace.id);
      expect(await wholeLog(short)).toEqual(before[0]);
    });

    it("leaves a numbered tombstone in place of erased content", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      await cases.append(of, lease, {
        entries: [of.log.assistant({ text: "my secret" }), of.log.assistant({ text: "stays" })],
      });
      await cases.stores().traces.release(lease);
      await cases.stores().traces.erase(of.scope, of.trace.id, 2);
      const entries = await cases.stores().traces.entries(of.scope, of.trace.id, { after: 0 });
      expect(entries.map((entry) => entry.sequence)).toEqual([1, 2, 3]);
      expect(entries[1]).toMatchObject({ kind: "message", role: "assistant", sequence: 2 });
      expect(JSON.stringify(entries)).not.toContain("my secret");
    });

    it("erases the summaries of continuing logs that include the message, and the task of its own trace", async () => {
      const parent = await cases.create({ task: "The task" });
      const next = await cases.create(
        { task: "The task", origin: { traceId: parent.trace.id, kind: "continues", sequence: 1 } },
        parent.scope,
      );
      const lease = await cases.claim(next.trace.id);
      const data = { callId: "c", textBlob: "b".repeat(64), tokens: 1, cost: 0 };
      await cases.append(next, lease, {
        entries: [next.log.event({ type: "compaction.prepared", data: { ...data, toSequence: 1 } })],
      });
      await cases.stores().traces.release(lease);
      await cases.stores().traces.erase(parent.scope, parent.trace.id, 1);
      expect(await wholeLog(next)).toEqual(["[erased]", "The task", "compaction.prepared"]);
      const entries = await cases.stores().traces.entries(next.scope, next.trace.id, { after: 0 });
      expect(JSON.stringify(entries)).not.toContain("bbbb");
      const tasks = [parent, next].map((of) => cases.stores().traces.get(of.scope, of.trace.id));
      expect(await Promise.all(tasks)).toMatchObject([
        { task: "[erased]", lastMessage: "[erased]" },
        { task: "The task", lastMessage: "The task" },
      ]);
    });

    it("erases nothing while a worker holds a run whose log contains the entry", async () => {
      const { parent, long } = await createFamily();
      const lease = await cases.claim(long.trace.id);
      await expect(cases.stores().traces.erase(parent.scope, parent.trace.id, 2)).rejects.toMatchObject({
        code: "CONFLICT",
      });
      expect(await wholeLog(parent)).toContain("a");
      await cases.stores().traces.release(lease);
      await cases.stores().traces.erase(parent.scope, parent.trace.id, 2);
      expect(await wholeLog(long)).toEqual(["The task", "[erased]", "b", "c", "The task"]);
    });

    it("erases the blob name of a spilled result", async () => {
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
      await cases.stores().traces.release(lease);
      await cases.stores().traces.erase(of.scope, of.trace.id, result.sequence);
      const entries = await cases.stores().traces.entries(of.scope, of.trace.id, { after: 0 });
      expect(JSON.stringify(entries)).not.toContain("bbbb");
    });
  });
}
