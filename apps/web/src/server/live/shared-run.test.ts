import { createInMemoryStores } from "@goaltrace/core/in-memory";
import type { Trace } from "@goaltrace/core/log";
import { buildLog, buildTrace } from "@goaltrace/core/testing";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { tail, type TailRequest } from "./tail.ts";

type Tab = {
  /** The connection breaks after each of these numbers of entries. */
  readonly cuts: readonly number[];
};
type World = {
  readonly tabs: readonly Tab[];
  /** Sizes of the commits. */
  readonly commits: readonly number[];
  /** Commits of which no tab is notified. */
  readonly lost: readonly boolean[];
};

const worlds = (): fc.Arbitrary<World> =>
  fc.record({
    tabs: fc.array(fc.record({ cuts: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 5 }) }), {
      minLength: 2,
      maxLength: 4,
    }),
    commits: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
    lost: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  });

/** A run that several tabs of several people follow. */
function sharedRun(): {
  readonly commit: (entries: number, isNoticed: boolean) => void;
  readonly finish: () => void;
  readonly follow: (tab: Tab, personId: string) => Promise<readonly number[]>;
} {
  const log = buildLog();
  const { live, traces: stored } = createInMemoryStores();
  const current = (): Trace => {
    const status = log.entries.at(-1)?.kind === "event" ? "completed" : "running";
    return buildTrace({ id: log.traceId, status }, log.entries);
  };
  const traces: TailRequest["traces"] = {
    ...stored,
    get: async () => current(),
    entries: async (_scope, _id, { after, until }) =>
      log.entries.filter(({ sequence }) => sequence > after && sequence <= (until ?? Infinity)),
  };
  const notify = (): void => {
    const { id: traceId, workspaceId, status, lastSequence: sequence } = current();
    live.publish({ kind: "committed", workspaceId, traceId, sequence, status });
  };
  log.user("Task");
  return {
    commit: (entries, isNoticed) => {
      for (let count = 0; count < entries; count += 1) log.user(`Entry ${log.entries.length + 1}`);
      if (isNoticed) notify();
    },
    finish: () => {
      log.event({ type: "trace.finished", data: { status: "completed", failure: null, summary: null } });
      notify();
    },
    follow: async ({ cuts }, personId) => {
      const received: number[] = [];
      for (const cut of [...cuts, Number.POSITIVE_INFINITY]) {
        const watching = new AbortController();
        const scope = { workspaceId: "workspace", personId };
        // As a browser that reconnects: after the last received entry.
        const after = received.at(-1) ?? 0;
        let seen = 0;
        const items = tail({ traces, live, scope, traceId: log.traceId, after, signal: watching.signal });
        for await (const item of items) {
          if (item.kind !== "entry") continue;
          received.push(item.entry.sequence);
          seen += 1;
          if (seen >= cut) break;
        }
        watching.abort();
      }
      return received;
    },
  };
}

it("sends each entry once and in order to every tab of every person, despite cut connections and lost notices", async () => {
  vi.useFakeTimers();
  try {
    await fc.assert(
      fc.asyncProperty(worlds(), async ({ tabs, commits, lost }) => {
        const run = sharedRun();
        const followed = tabs.map((tab, index) => run.follow(tab, index % 2 === 0 ? "mira" : "tom"));
        let last = 2;
        for (const [index, entries] of commits.entries()) {
          last += entries;
          run.commit(entries, lost[index] !== true);
          await vi.advanceTimersByTimeAsync(10);
        }
        run.finish();
        const all = Promise.all(followed);
        // Streams look for entries every two seconds even without a notice.
        await vi.advanceTimersByTimeAsync(30_000);
        const expected = Array.from({ length: last }, (_, index) => index + 1);
        for (const received of await all) expect(received).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  } finally {
    vi.useRealTimers();
  }
});
