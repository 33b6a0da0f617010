import { describe, expect, it } from "vitest";
import { textBlob } from "./blob-contract.ts";
import { clock, type ContractCases, ids } from "./contract-cases.ts";

/** Store contract, part: isolation of workspaces. */
export function describeTenancy(cases: ContractCases): void {
  describe("tenancy", () => {
    it("hides everything from another workspace and rejects its changes", async () => {
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
        payload: { reason: null },
        personId: null,
        at: clock.now(),
      } as const;
      await expect(cases.stores().signals.insert(stranger, signal)).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
      await cases.stores().signals.insert(of.scope, signal);
      expect(await cases.stores().signals.pending(stranger, id)).toEqual([]);
      await cases.stores().signals.take(stranger, id, [signal.id]);
      expect(await cases.stores().signals.pending(of.scope, id)).toEqual([signal]);
      expect(await cases.stores().traces.get(of.scope, id)).toEqual(of.trace);
    });

    it("isolates blobs of workspaces", async () => {
      const [mine, theirs] = [await cases.makeScope(), await cases.makeScope()];
      const blob = textBlob(`secret ${ids.next()}`);
      await cases.stores().blobs.put(mine, blob);
      expect(await cases.stores().blobs.get(theirs, blob.sha256)).toBeUndefined();
      expect(await cases.stores().blobs.getMany(theirs, [blob.sha256])).toEqual([]);
      expect(await cases.stores().blobs.page(theirs, blob.sha256, { offset: 0, limit: 1 })).toBeUndefined();
    });
  });
}
