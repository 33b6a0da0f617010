import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Scope } from "../ports/scope.ts";
import { type ContractCases, LONG_MS } from "./contract-cases.ts";

/** A workspace that queues a run, or null for a worker that claims one. */
type Step = number | null;

const WORKSPACES = 4;

/** Store contract, part: workspaces take turns. */
export function describeTurns(cases: ContractCases): void {
  describe("turns of workspaces", () => {
    /** Claims until a run of these workspaces or none is found: leases of other cases may expire meanwhile. */
    const claim = async (
      scopes: readonly (Scope | undefined)[],
      exceptWorkspaces: readonly string[] = [],
    ): Promise<string | undefined> => {
      for (;;) {
        const request = { owner: "worker", leaseMs: LONG_MS, exceptWorkspaces };
        const claimed = await cases.stores().traces.claim(request);
        const workspaceId = claimed?.trace.workspaceId;
        if (workspaceId === undefined || scopes.some((scope) => scope?.workspaceId === workspaceId))
          return workspaceId;
      }
    };
    const makeScopes = async (): Promise<readonly Scope[]> =>
      await Promise.all(Array.from({ length: WORKSPACES }, async () => await cases.makeScope()));

    it("serves every workspace with waiting runs between two claims of another", async () => {
      const step = fc.option(fc.nat(WORKSPACES - 1), { nil: null, freq: 1 });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps: readonly Step[]) => {
          const scopes = await makeScopes();
          /** The runs that wait in each workspace, and since its last claim: the workspaces that have waited throughout. */
          const waiting = scopes.map(() => 0);
          const overdue = scopes.map(() => new Set<number>());
          const serve = async (): Promise<void> => {
            const workspaceId = await claim(scopes);
            const index = scopes.findIndex((scope) => scope.workspaceId === workspaceId);
            expect(index >= 0).toBe(waiting.some((count) => count > 0));
            if (index < 0) return;
            expect([...(overdue[index] ?? [])], "skipped").toEqual([]);
            waiting[index] = (waiting[index] ?? 0) - 1;
            for (const since of overdue) since.delete(index);
            overdue[index] = new Set(
              waiting.flatMap((count, other) => (count > 0 && other !== index ? [other] : [])),
            );
          };
          for (const next of steps) {
            if (next === null) {
              await serve();
              continue;
            }
            await cases.create({}, scopes[next]);
            waiting[next] = (waiting[next] ?? 0) + 1;
          }
          while (waiting.some((count) => count > 0)) await serve();
          await serve();
        }),
        { numRuns: 20 },
      );
    });

    it("gives a workspace that arrives late the next claim, whatever waits before it", async () => {
      const scopes = await makeScopes();
      const [busy, late] = scopes;
      for (let run = 0; run < 20; run += 1) await cases.create({ createdAt: run }, busy);
      expect([await claim(scopes), await claim(scopes)]).toEqual([busy?.workspaceId, busy?.workspaceId]);
      await cases.create({}, late);
      expect([await claim(scopes), await claim(scopes)]).toEqual([late?.workspaceId, busy?.workspaceId]);
      await cases.claimAll();
    });

    it("leaves out the workspaces that a claim excludes", async () => {
      const scopes = await makeScopes();
      const [excluded, other] = scopes;
      await cases.create({ createdAt: 1 }, excluded);
      await cases.create({}, other);
      const except = [excluded?.workspaceId ?? ""];
      expect([await claim(scopes, except), await claim(scopes, except), await claim(scopes)]).toEqual([
        ...[other?.workspaceId, undefined, excluded?.workspaceId],
      ]);
    });
  });
}
