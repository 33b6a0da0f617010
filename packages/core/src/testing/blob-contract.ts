import { describe, expect, it } from "vitest";
import { createPortableHash } from "../adapters/system/sha256.ts";
import type { Entry } from "../log/entry.ts";
import type { Blob } from "../ports/blob-store.ts";
import type { LogBuilder } from "./builders.ts";
import { clock, type ContractCases, ids, LONG_MS } from "./contract-cases.ts";

const hash = createPortableHash();

/** Store contract, part: blobs and their sweep. */
export function describeBlobs(cases: ContractCases): void {
  describe("blobs", () => {
    it("commits blobs with their entries, once per workspace", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const blob = textBlob(`content ${ids.next()} \u0000 😀`);
      await cases.append(of, lease, { entries: [referencingEntry(of.log, blob)], blobs: [blob] });
      await cases.stores().blobs.put(of.scope, blob);
      expect(await cases.stores().blobs.get(of.scope, blob.sha256)).toEqual(blob);
      expect(await cases.stores().blobs.getMany(of.scope, [blob.sha256, "0".repeat(64)])).toEqual([blob]);
    });

    it("pages through a blob", async () => {
      const scope = await cases.makeScope();
      const blob = textBlob(`0123456789 ${ids.next()}`);
      await cases.stores().blobs.put(scope, blob);
      const page = await cases.stores().blobs.page(scope, blob.sha256, { offset: 3, limit: 4 });
      expect(page).toEqual({ text: "3456", totalLength: blob.text.length });
    });

    it("sweeps unreferenced blobs and keeps the rest until their trace is deleted", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const named = textBlob(`named ${ids.next()}`);
      const loose = textBlob(`loose ${ids.next()}`);
      await cases.append(of, lease, { entries: [referencingEntry(of.log, named)], blobs: [named] });
      await cases.stores().blobs.put(of.scope, loose);
      expect(await cases.stores().blobs.sweep(clock.now() + LONG_MS)).toBeGreaterThanOrEqual(1);
      expect(await cases.stores().blobs.get(of.scope, loose.sha256)).toBeUndefined();
      expect(await cases.stores().blobs.get(of.scope, named.sha256)).toEqual(named);
      await cases.stores().traces.delete(of.scope, of.trace.id);
      await cases.stores().blobs.sweep(clock.now() + LONG_MS);
      expect(await cases.stores().blobs.get(of.scope, named.sha256)).toBeUndefined();
    });

    it("sweeps both versions of a changed file once its tool result is erased", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const [before, after] = [textBlob(`before ${ids.next()}`), textBlob(`after ${ids.next()}`)];
      const hashes = [before.sha256, after.sha256];
      const change = {
        path: "a.txt",
        beforeBlob: before.sha256,
        afterBlob: after.sha256,
        added: 1,
        removed: 1,
      };
      const call = of.log.assistant({ calls: [{ id: "write" }] });
      const changed = of.log.event({ type: "file.changed", data: { toolCallId: "write", ...change } });
      const result = of.log.tool("write");
      await cases.append(of, lease, { entries: [call, changed, result], blobs: [before, after] });
      await cases.stores().blobs.sweep(clock.now() + LONG_MS);
      expect(await cases.stores().blobs.getMany(of.scope, hashes)).toHaveLength(2);
      await cases.stores().traces.release(lease);
      await cases.stores().traces.erase(of.scope, of.trace.id, result.sequence);
      await cases.stores().blobs.sweep(clock.now() + LONG_MS);
      expect(await cases.stores().blobs.getMany(of.scope, hashes)).toEqual([]);
    });

    it("keeps young unreferenced blobs", async () => {
      const scope = await cases.makeScope();
      const blob = textBlob(`young ${ids.next()}`);
      await cases.stores().blobs.put(scope, blob);
      await cases.stores().blobs.sweep(clock.now() - LONG_MS);
      expect(await cases.stores().blobs.get(scope, blob.sha256)).toEqual(blob);
    });
  });
}

/** Returns a text blob with its hash. */
export function textBlob(text: string): Blob {
  return { sha256: hash.sha256(text), mediaType: "text/plain", encoding: "utf8", text };
}

function referencingEntry(log: LogBuilder, blob: Blob): Entry {
  return log.event({
    type: "context.set",
    data: { slot: "instructions", blob: blob.sha256, tokens: 1, source: "test" },
  });
}
