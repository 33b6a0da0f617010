import { describe, expect, it } from "vitest";
import type { TraceStore } from "../ports/trace-store.ts";
import { type Case, clock, type ContractCases } from "./contract-cases.ts";

/** Store contract, part: lists of traces. */
export function describeLists(cases: ContractCases): void {
  describe("lists", () => {
    it("pages newest first, gap-free and without duplicates, even for equal times", async () => {
      const scope = await cases.makeScope();
      const createdAt = clock.now();
      const created: Case[] = [];
      for (let index = 0; index < 7; index += 1)
        created.push(await cases.create({ createdAt: createdAt + Math.floor(index / 3) }, scope));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<TraceStore["list"]>> = await cases
          .stores()
          .traces.list(scope, {}, { cursor, limit: 3 });
        seen.push(...page.items.map((trace) => trace.id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      const newestFirst = created
        .map(({ trace }) => trace)
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
      expect(seen).toEqual(newestFirst.map((trace) => trace.id));
    });

    it("filters by status", async () => {
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
