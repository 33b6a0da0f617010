import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newEntry, newScope, newTrace } from "../testing/fixture.ts";

const LEASE_MS = 600_000;

describe("turns of workspaces", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(process.env["DATABASE_URL"] ?? "");
  });
  afterAll(async () => database.close());

  const queue = async (scope: ReturnType<typeof newScope>, runs: number): Promise<void> => {
    for (let run = 0; run < runs; run += 1) {
      const trace = newTrace(scope);
      await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
    }
  };
  const claimAll = async (): Promise<readonly string[]> => {
    const served: string[] = [];
    for (;;) {
      const claimed = await database.traces.claim({ owner: "worker", leaseMs: LEASE_MS });
      if (claimed === undefined) return served;
      served.push(claimed.trace.workspaceId);
    }
  };

  it("gives a workspace as many claims per turn as its weight", async () => {
    const [heavy, light] = [newScope(), newScope()];
    await database.workspaces.setWeight(heavy.workspaceId, 3);
    await queue(heavy, 7);
    await queue(light, 4);
    const names = (await claimAll()).map((id) => (id === heavy.workspaceId ? "h" : "l")).join("");
    expect(names).toMatch(/^l?hhhlhhhlhl+$/u);
  });

  it("takes no turn for a claim of one run", async () => {
    const [own, other] = [newScope(), newScope()];
    await queue(own, 2);
    await queue(other, 1);
    const { items } = await database.traces.list(own, {}, { cursor: null, limit: 1 });
    const only = items[0]?.id ?? "";
    expect((await database.traces.claim({ owner: "cli", leaseMs: LEASE_MS, only }))?.trace.id).toBe(only);
    const { rows } = await database.pool.query("select from workspace_turn where workspace_id = $1", [
      own.workspaceId,
    ]);
    expect(rows).toEqual([]);
    expect((await claimAll()).toSorted()).toEqual([own.workspaceId, other.workspaceId].toSorted());
  });
});
