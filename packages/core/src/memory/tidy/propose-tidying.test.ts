import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createInMemoryMemoryStore } from "../../adapters/in-memory/memory-store.ts";
import type { MemoryEntry } from "../../ports/memory-store.ts";
import { createTestClock, TEST_TIME } from "../../testing/builders.ts";
import { TIDY } from "../tunables.ts";
import { applyTidying } from "./apply-tidying.ts";
import { dismissalKeys, proposeTidying } from "./propose-tidying.ts";
import type { TidyProposal } from "./tidy-proposal.ts";

const DAY_MS = 86_400_000;
const SCOPE = { workspaceId: "w", personId: "p" };

function entry(id: string, content: string, changes: Partial<MemoryEntry> = {}): MemoryEntry {
  return {
    ...{ id, type: "feedback", name: `name ${id}`, description: "", keywords: [id], content },
    ...{ audience: "person", personId: "p", state: "active", version: 1, savedAt: TEST_TIME, source: null },
    ...{ reason: null, decidedBy: null, supersededBy: null, validTo: null, recalls: 0 },
    ...{ lastRecalledAt: null, revision: 1, project: null },
    ...changes,
  };
}

function propose(
  entries: readonly MemoryEntry[],
  { days = 0, dismissed = [] as readonly string[] } = {},
): readonly TidyProposal[] {
  return proposeTidying(entries, { now: TEST_TIME + days * DAY_MS, dismissed: new Set(dismissed) });
}

const later = { savedAt: TEST_TIME + DAY_MS };

/** The time of the processor since `before`, of which other programs take nothing. Milliseconds. */
const processorMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

describe("proposeTidying", () => {
  it("merges two entries that say the same into the older one", () => {
    const [proposal] = propose([
      entry("new", "Run the tests of a single package with pnpm filters, please", later),
      entry("old", "Run tests of a single package with pnpm filters"),
    ]);
    expect(proposal).toMatchObject({
      kind: "duplicate",
      entries: [{ id: "old" }, { id: "new" }],
      changes: [
        { kind: "edit", id: "old", fields: { name: "name old", keywords: ["old", "new"] } },
        { kind: "supersede", id: "new", by: "old" },
      ],
    });
  });

  it.each([
    [
      "numbers",
      "The alert threshold of the pump is 8,000 liters",
      "The alert threshold of the pump is 5,000 liters",
    ],
    ["a denial", "Deploy the shop on Fridays", "Never deploy the shop on Fridays"],
    ["Chinese numbers", "水泵的报警阈值是 8000 升", "水泵的报警阈值是 5000 升"],
    ["a Chinese denial", "周五部署商店网站", "周五不部署商店网站"],
  ])("keeps the newer of two entries that contradict each other in %s", (_, old, current) => {
    const [proposal] = propose([entry("old", old), entry("new", current, later)]);
    expect(proposal).toMatchObject({
      kind: "conflict",
      changes: [{ kind: "supersede", id: "old", by: "new" }],
    });
  });

  it("leaves entries about different subjects and of other readers unchanged", () => {
    const text = "Run tests of a single package with pnpm filters";
    expect(propose([entry("a", text), entry("b", "Answer in one sentence, they read on a phone")])).toEqual(
      [],
    );
    expect(propose([entry("a", text), entry("b", text, { audience: "workspace" })])).toEqual([]);
    expect(propose([entry("a", text), entry("b", text, { state: "held" })])).toEqual([]);
    expect(propose([entry("a", text), entry("b", text, { supersededBy: "a" })])).toEqual([]);
  });

  it("writes relative dates as the days they meant when the entry was saved", () => {
    const [proposal] = propose([entry("a", "The vendor changed yesterday. 上线在后天。")], { days: 10 });
    expect(proposal).toMatchObject({
      kind: "relative_date",
      changes: [{ kind: "edit", fields: { content: "The vendor changed 2026-01-04. 上线在2026-01-07。" } }],
    });
  });

  it("leaves an unclear date to a person", () => {
    const [proposal] = propose([entry("a", "The vendor changed recently")]);
    expect(proposal).toMatchObject({ kind: "relative_date", found: "recently", changes: [] });
  });

  it("retires a state of affairs whose last date has passed, but not a fact with a date", () => {
    const content = "Rule: Freeze until 2026-02-01, then until 2026-03-01. Why: Audit.";
    const freeze = entry("a", content, { type: "project", recalls: 1 });
    expect(propose([freeze], { days: 50 })).toEqual([]);
    expect(propose([freeze], { days: 60 })).toMatchObject([
      { kind: "past_date", found: "2026-03-01", changes: [{ kind: "retire", id: "a" }] },
    ]);
    const birthday = entry("b", "Was born on 2026-02-01", { type: "user" });
    expect(propose([birthday], { days: 60 })).toEqual([]);
  });

  it("groups entries that no run recalled for 90 days for retirement, and those replaced long ago for deletion", () => {
    const days = TIDY.unusedDays;
    const proposals = propose(
      [
        entry("a", "The tax office is in the north"),
        entry("b", "Prefers tea", { lastRecalledAt: TEST_TIME + DAY_MS, recalls: 3 }),
        entry("c", "Likes trains and bridges"),
        entry("d", "Old", { supersededBy: "c", validTo: TEST_TIME }),
      ],
      { days },
    );
    expect(proposals).toMatchObject([
      { kind: "never_recalled", entries: [{ id: "a" }, { id: "c" }], changes: [{ kind: "retire" }, {}] },
      { kind: "superseded", changes: [{ kind: "remove", id: "d" }] },
    ]);
  });

  it("does not repeat what a person dismissed until an entry changes, and still proposes others", () => {
    const days = TIDY.unusedDays;
    const [first] = propose([entry("a", "The tax office is in the north")], { days });
    const dismissed = first === undefined ? [] : dismissalKeys(first);
    const changed = entry("a", "The tax office is in the north", { version: 2 });
    const other = entry("c", "Likes trains and bridges");
    expect(propose([entry("a", "The tax office is in the north"), other], { days, dismissed })).toMatchObject(
      [{ entries: [{ id: "c" }] }],
    );
    expect(propose([changed], { days, dismissed })).toHaveLength(1);
  });

  it("never proposes anything again once it was accepted, and never two changes of one entry by groups", async () => {
    const words = fc.constantFrom(
      "pump",
      "threshold",
      "alert",
      "8000",
      "5000",
      "never",
      "yesterday",
      "shop",
      "tests",
    );
    const texts = fc.array(
      fc.array(words, { minLength: 3, maxLength: 8 }).map((list) => list.join(" ")),
      {
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 0, max: 200 }), async (contents, days) => {
        const clock = createTestClock();
        const rows = contents.map((content, index) => ({
          ...{ entry: entry(`e${index}`, content, { savedAt: TEST_TIME + index }), workspaceId: "w" },
          ...{ versions: [], recalls: [] },
        }));
        const store = createInMemoryMemoryStore(clock, { rows, revisions: {}, dismissals: {} });
        for (let round = 0; round < 40; round += 1) {
          const proposals = propose(await store.list(SCOPE), {
            days,
            dismissed: [...(await store.dismissed(SCOPE))],
          });
          const [next] = proposals;
          if (next === undefined) return;
          if (next.changes.length === 0) await store.dismiss(SCOPE, dismissalKeys(next));
          else await applyTidying(store, SCOPE, next);
        }
        throw new Error("tidying does not end");
      }),
      { numRuns: 100 },
    );
  });

  it("compares thousands of entries in seconds", () => {
    const many = Array.from({ length: 3_000 }, (_, index) =>
      entry(
        `e${index}`,
        `Machine ${index} stands in hall ${index % 50} beside the ${index % 7} pump of line ${index % 13}`,
      ),
    );
    const started = process.cpuUsage();
    propose(many);
    expect(processorMs(started)).toBeLessThan(10_000);
  });
});
