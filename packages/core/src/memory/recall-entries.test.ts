import { describe, expect, it } from "vitest";
import type { MemoryEntry } from "../ports/memory-store.ts";
import { TEST_TIME } from "../testing/builders.ts";
import { chooseMemories } from "./choose-memories.ts";
import type { FoundMemory } from "./memory-index.ts";
import { describeEntry } from "./recall-entries.ts";
import { MAX_RECALL_CANDIDATES, MAX_RECALLED, OLD_MEMORY_DAYS, RECALL_CONFIDENCE } from "./tunables.ts";

const DAY_MS = 86_400_000;

function entry(id: string, changes: Partial<MemoryEntry> = {}): MemoryEntry {
  return {
    ...{ id, type: "user", name: `name ${id}`, description: "", keywords: [], content: `content ${id}` },
    ...{ audience: "person", personId: "p", state: "active", version: 1, savedAt: TEST_TIME, source: null },
    ...{ reason: null, decidedBy: null, supersededBy: null, validTo: null, recalls: 0 },
    ...{ lastRecalledAt: null, revision: 1, project: null },
    ...changes,
  };
}

function found(id: string, confidence: number, changes: Partial<MemoryEntry> = {}): FoundMemory {
  const hit = {
    id,
    score: 1,
    confidence,
    words: [],
    together: 0,
    neighbors: 0,
    thread: 0,
    date: 0,
    factor: 1,
  };
  return { entry: entry(id, changes), hit: { ...hit, feedback: 0, isSuperseded: false }, near: null };
}

describe("chooseMemories", () => {
  it("reports for each candidate whether it is chosen, and why not", () => {
    const chosen = chooseMemories([
      found("sure", RECALL_CONFIDENCE),
      found("unsure", RECALL_CONFIDENCE - 0.01),
      found("replaced", 1, { supersededBy: "sure" }),
    ]);
    expect(chosen.map(({ entry: { id }, outcome }) => [id, outcome])).toEqual([
      ["sure", "chosen"],
      ["unsure", "unsure"],
      ["replaced", "superseded"],
    ]);
  });

  it("chooses a few of many, and counts only the chosen ones toward the limit", () => {
    const many = Array.from({ length: MAX_RECALL_CANDIDATES + 3 }, (_, index) =>
      found(`m${index}`, index === 0 ? 0 : 1),
    );
    const outcomes = chooseMemories(many).map(({ outcome }) => outcome);
    expect(outcomes).toHaveLength(many.length);
    expect(outcomes.filter((outcome) => outcome === "chosen")).toHaveLength(MAX_RECALLED);
    expect(outcomes.slice(0, 3)).toEqual(["unsure", "chosen", "chosen"]);
    expect(outcomes.at(-1)).toBe("crowded_out");
  });

  it("gives the place of a manual of a called tool to the next entry", () => {
    const manual = {
      ...({ type: "reference", name: "How to use fetch_page", description: "Its arguments" } as const),
      content: "It takes the address of a page.",
    };
    const many = Array.from({ length: MAX_RECALLED + 1 }, (_, index) =>
      found(`m${index}`, 1, index === 0 ? manual : {}),
    );
    const outcomes = (tools: readonly string[]): readonly string[] =>
      chooseMemories(many, new Set(tools)).map(({ outcome }) => outcome);
    const five = Array.from({ length: MAX_RECALLED }, () => "chosen");
    expect(outcomes(["fetch_page"])).toEqual(["called_tool", ...five]);
    expect(outcomes(["other_tool"])).toEqual([...five, "crowded_out"]);
  });
});

describe("describeEntry", () => {
  it("states the age of an entry, and asks to verify an old one", () => {
    const fresh = describeEntry(entry("a"), TEST_TIME + (OLD_MEMORY_DAYS - 1) * DAY_MS);
    const old = describeEntry(entry("a"), TEST_TIME + OLD_MEMORY_DAYS * DAY_MS);
    expect(fresh).toContain(`${OLD_MEMORY_DAYS - 1} days ago)`);
    expect(old).toContain(`${OLD_MEMORY_DAYS} days ago; verify it`);
    expect(old).toContain("saved 2026-01-05");
  });

  it("counts no days of an entry from the future, as after a clock was set back", () => {
    expect(describeEntry(entry("a"), TEST_TIME - DAY_MS)).toContain("0 days ago");
  });
});
