import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutlineBody, OutlineEntry } from "../log/outline.ts";
import { outlineArbitrary } from "../testing/story-world.ts";
import { timedLogArbitrary } from "../testing/timed-world.ts";
import { applyEntry, createGraph } from "./apply-event.ts";
import { createJournal, NO_JOURNAL } from "./journal.ts";
import { applyTiming } from "./waterfall/fold-timing.ts";
import { createTiming } from "./waterfall/timing.ts";

/** Entries of the kinds that the written logs lack. Calls and goals are those of the logs, or unknown. */
const OTHERS: readonly OutlineBody[] = [
  { k: "memory", state: "recalled", n: 2, d: "facts" },
  { k: "skill", d: "tables" },
  { k: "lesson", d: "first look" },
  { k: "limit", d: "60 steps" },
  { k: "plan", d: "changed", n: 2, revision: 1 },
  { k: "claim", goalId: "root", verdict: "unverified", d: "done?" },
  { k: "called", call: "m1", p: "solve", i: 5, o: 1, h: 0, c: 0.5, m: 4 },
  { k: "rejected", call: "s1", d: "unusable" },
  { k: "loop", detector: "same_call", from: 1, count: 3, action: "noted" },
  { k: "loop", detector: "same_call", from: 2, count: 4, action: "denied" },
  { k: "tool", d: "lost", call: "unknown", name: "search", s: "error", n: 2, m: 1 },
  { k: "goals", ops: [{ op: "status", goalId: "later", status: "completed", summary: "s", reason: null }] },
  {
    k: "goals",
    ops: [
      {
        ...{ op: "created", goalId: "later", parentId: "unseen", index: 9, title: "later", reason: null },
        ...{ acceptance: [], dependsOn: ["g1"] },
      },
      { op: "focused", goalId: "later" },
    ],
  },
];

/** Logs of every kind of entry, some with gaps and with entries of other goals, as after damage. */
function logArbitrary(): fc.Arbitrary<readonly OutlineEntry[]> {
  const others = fc.array(fc.record({ at: fc.nat(200), body: fc.constantFrom(...OTHERS) }), { maxLength: 8 });
  const places = fc.array(fc.nat(200), { maxLength: 6 });
  return fc
    .tuple(fc.oneof(outlineArbitrary(25), timedLogArbitrary(20)), others, places, places)
    .map(([log, added, gaps, strays]) => {
      const bodies = log
        .map((entry, index) =>
          strays.includes(index) ? { ...entry, g: index % 2 === 0 ? "g1" : "g2" } : entry,
        )
        .filter((_, index) => !gaps.includes(index));
      for (const { at, body } of added) {
        const index = at % (bodies.length + 1);
        const { t = 0, g = "root" } = bodies[index - 1] ?? {};
        bodies.splice(index, 0, { q: 0, t, g, ...body });
      }
      return bodies.map((entry, index) => ({ ...entry, q: index + 1 }));
    });
}

type Fold<State> = {
  readonly create: (journal: ReturnType<typeof createJournal>) => State;
  readonly apply: (state: State, entry: OutlineEntry) => void;
};

/** Folds a log with a journal, and expects each state to return when the entries after it are taken back. */
function expectReturn<State extends object>(
  log: readonly OutlineEntry[],
  { create, apply }: Fold<State>,
): void {
  const journal = createJournal();
  const state = create(journal);
  const before: { readonly length: number; readonly state: State }[] = [];
  for (const entry of log) {
    before.push({ length: journal.length(), state: copyOf(state) });
    apply(state, entry);
  }
  const last = copyOf(state);
  for (const { length, state: expected } of before.toReversed()) {
    journal.undoTo(length);
    expect(copyOf(state)).toEqual(expected);
  }
  for (const entry of log) apply(state, entry);
  expect(copyOf(state)).toEqual(last);
}

function copyOf<State extends object>(state: State): State {
  return structuredClone({ ...state, journal: null });
}

describe("createJournal", () => {
  it("takes back every entry of a graph, which then grows again as before", () => {
    fc.assert(
      fc.property(logArbitrary(), (log) => {
        expectReturn(log, { create: (journal) => createGraph("", journal), apply: applyEntry });
      }),
    );
  });

  it("takes back calls of one message that move to the goal they were planned for", () => {
    const turn = (q: number, calls: readonly string[]): OutlineEntry => ({
      ...{ q, t: q, g: "root", k: "assistant", d: "step", i: 1, o: 1, c: 0, m: 1, calls: [...calls] },
    });
    const started = (q: number, call: string): OutlineEntry => ({
      ...{ q, t: q, g: "g1", k: "started", call, name: "read_file" },
    });
    const log = [turn(1, ["a", "b", "c"]), turn(2, ["d"]), started(3, "b"), started(4, "a")];
    expectReturn(log, { create: (journal) => createGraph("", journal), apply: applyEntry });
  });

  it("takes back every entry of a timing, which then grows again as before", () => {
    fc.assert(
      fc.property(logArbitrary(), (log) => {
        expectReturn(log, { create: createTiming, apply: applyTiming });
      }),
    );
  });

  it("makes the same changes as the one that records nothing", () => {
    fc.assert(
      fc.property(logArbitrary(), (log) => {
        const [recorded, plain] = [createGraph("", createJournal()), createGraph("", NO_JOURNAL)];
        for (const entry of log) {
          applyEntry(recorded, entry);
          applyEntry(plain, entry);
        }
        expect(copyOf(recorded)).toEqual(copyOf(plain));
      }),
    );
  });

  it("restores a list that was cut beyond its ends", () => {
    const journal = createJournal();
    const list = ["a", "b"];
    journal.splice(list, 9, { remove: 0, insert: ["c"] });
    journal.splice(list, -1, { remove: 1, insert: [] });
    expect(list).toEqual(["a", "b"]);
    journal.undoTo(1);
    expect(list).toEqual(["a", "b", "c"]);
    journal.undoTo(0);
    expect(list).toEqual(["a", "b"]);
  });

  it("keeps forgotten changes", () => {
    const journal = createJournal();
    const list: string[] = [];
    for (const item of ["a", "b", "c"]) journal.push(list, item);
    journal.forget(2);
    journal.undoTo(0);
    expect(list).toEqual(["a", "b"]);
  });
});
