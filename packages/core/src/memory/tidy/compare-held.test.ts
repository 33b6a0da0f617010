import { expect, it } from "vitest";
import type { MemoryEntry } from "../../ports/memory-store.ts";
import { compareHeld } from "./compare-held.ts";

function entry(id: string, content: string, more: Partial<MemoryEntry> = {}): MemoryEntry {
  return {
    ...{ id, type: "reference", name: id, description: "", keywords: [], content, project: null },
    ...{ audience: "workspace", personId: "jonas", state: "active", version: 1, revision: 1, savedAt: 1 },
    ...{ supersededBy: null, validTo: null, recalls: 0, lastRecalledAt: null, source: null, reason: null },
    ...{ decidedBy: null },
    ...more,
  };
}

const HELD = entry("held", "The batch endpoint of the tax vendor takes 100 lines", {
  ...{ state: "held", audience: "person", personId: "mira", savedAt: 2 },
});
const kinds = (...others: readonly MemoryEntry[]): readonly string[] =>
  compareHeld(HELD, others).map(({ entry: { id }, kind }) => `${id} ${kind}`);

it("names entries that a held one disagrees with, repeats or resembles, those for other readers too", () => {
  expect(
    kinds(
      entry("limit", "The batch endpoint of the tax vendor takes 50 lines"),
      entry("again", "The batch endpoint of the tax vendor takes 100 lines"),
      entry("more", "The batch endpoint of the tax vendor takes 100 lines a minute in staging"),
      entry("other", "Deploys happen on Tuesdays"),
    ),
  ).toEqual(["limit conflict", "again duplicate", "more similar"]);
});

it("leaves out the entry itself, superseded ones and those that are not active", () => {
  const same = HELD.content;
  expect(
    kinds(HELD, entry("old", same, { supersededBy: "new" }), entry("no", same, { state: "rejected" })),
  ).toEqual([]);
});
