import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WORKER_CONCURRENCY } from "../tunables.ts";
import { claimsAtOnce, crowdedWorkspaces } from "./crowded-workspaces.ts";

/** Claims as a worker does until no slot is free or no workspace may take one; the claims of a round go to one workspace. */
function fill(
  workspaces: readonly string[],
  concurrency: number,
): readonly { readonly workspaceId: string }[] {
  const running: { readonly workspaceId: string }[] = [];
  for (;;) {
    const before = running.length;
    for (const workspace of workspaces) {
      const free = concurrency - running.length;
      if (free === 0 || crowdedWorkspaces(running, concurrency).includes(workspace)) continue;
      running.push(...Array.from({ length: claimsAtOnce(free) }, () => ({ workspaceId: workspace })));
    }
    if (running.length === before) return running;
  }
}

describe("crowdedWorkspaces", () => {
  it("gives one workspace 200 slots of a worker with the default number", () => {
    expect(fill(["only"], WORKER_CONCURRENCY).length).toBeGreaterThanOrEqual(200);
  });

  it("always leaves a slot to a workspace that holds none while fewer than all slots are taken", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(20), (concurrency, teams) => {
        const workspaces = Array.from({ length: teams }, (_, index) => `team-${index}`);
        const running = fill(workspaces, concurrency);
        expect(crowdedWorkspaces(running, concurrency)).not.toContain("late");
        expect(running.length).toBeLessThanOrEqual(concurrency);
        if (concurrency >= teams * 16) expect(running.length).toBeLessThan(concurrency);
      }),
    );
  });

  it("lets a worker with few slots use the last one", () => {
    expect(fill(["only"], 1)).toHaveLength(1);
    expect(fill(["only"], 4)).toHaveLength(4);
  });
});
