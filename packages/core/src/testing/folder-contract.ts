import { describe, expect, it } from "vitest";
import { type Case, clock, type ContractCases, ids, LONG_MS } from "./contract-cases.ts";

/** Store contract, part: runs whose project folder is not available everywhere. */
export function describeFolders(cases: ContractCases): void {
  const claim = async (
    of: Case,
    options: { readonly folders?: readonly string[]; readonly unmarkedForMs?: number } = {},
  ): Promise<boolean> => {
    const { traces } = cases.stores();
    const claimed = await traces.claim({ owner: "w", leaseMs: LONG_MS, only: of.trace.id, ...options });
    if (claimed !== undefined) await traces.release(claimed.lease);
    return claimed !== undefined;
  };
  const elsewhere = (): { readonly folders: readonly string[] } => ({ folders: ["/elsewhere"] });

  describe("folders", () => {
    it("offers a run that waits for its folder only to workers with that folder, and marks it once", async () => {
      const folder = `/projects/${ids.next()}`;
      const waiting = { status: "waiting", waitingFor: "folder", projectFolder: folder } as const;
      const of = await cases.create(waiting);
      expect(await cases.stores().traces.waitingFolders()).toContain(folder);
      expect(await claim(of, elsewhere())).toBe(false);
      expect(await claim(of, { folders: [folder], unmarkedForMs: 0 })).toBe(false);
      expect(await claim(of, { folders: [folder] })).toBe(true);
      const withQuestion = await cases.create({
        status: "waiting",
        waitingFor: "question",
        projectFolder: folder,
      });
      expect(await claim(withQuestion, { folders: [folder] })).toBe(false);
    });

    it("marks a run as waiting for its folder only after a minimum age", async () => {
      const folder = `/projects/${ids.next()}`;
      const of = await cases.create({ projectFolder: folder, createdAt: clock.now() - 60_000 });
      expect(await claim(of, { folders: [folder], unmarkedForMs: 3_600_000_000_000 })).toBe(false);
      expect(await claim(of, { folders: [folder], unmarkedForMs: 30_000 })).toBe(true);
    });

    it("lets any worker end a run with a cancel signal", async () => {
      const of = await cases.create({ projectFolder: `/projects/${ids.next()}` });
      expect(await claim(of, elsewhere())).toBe(false);
      const { signals } = cases.stores();
      const signal = { id: ids.next(), traceId: of.trace.id, personId: null, at: 1 };
      await signals.insert(of.scope, { ...signal, kind: "cancel", payload: { reason: null } });
      expect(await claim(of, elsewhere())).toBe(true);
      await signals.take(of.scope, of.trace.id, [signal.id]);
      expect(await claim(of, elsewhere())).toBe(false);
    });
  });
}
