import { toOutline } from "@goaltrace/core/log";
import type { OutlineEntry, TraceStatus } from "@goaltrace/core/log";
import { buildLog, buildTrace } from "@goaltrace/core/testing";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { createOpenings } from "./draw-opening.ts";
import type { Openings } from "./draw-opening.ts";
import { readKeptOutline } from "./read-kept-outline.ts";
import type { OutlineRequest } from "./read-kept-outline.ts";

const world = vi.hoisted(() => ({
  member: true,
  revision: "1" as string | undefined,
  stores: {} as unknown,
  afterwards: [] as (() => Promise<void>)[],
}));
vi.mock("next/server", () => ({ after: (task: () => Promise<void>) => world.afterwards.push(task) }));
vi.mock("../auth/viewer-for-page.ts", () => ({
  currentViewer: async () => ({
    person: { id: "p" },
    workspaces: world.member ? [{ id: "w", slug: "work" }] : [],
  }),
}));
vi.mock("../runtime.ts", () => ({ getRuntime: async () => ({ stores: world.stores }) }));

type Reads = { count: number };
/** Makes one run visible; returns how often its log was read. */
function showRun(traceId: string, changes: { status?: TraceStatus; lastSequence?: number } = {}): Reads {
  const log = buildLog({ traceId });
  log.user("Look for the invoice");
  const trace = { ...buildTrace({ id: traceId }, log.entries), status: "completed", ...changes };
  const reads = { count: 0 };
  world.stores = {
    traces: {
      get: async () => trace,
      outline: async () => {
        reads.count += 1;
        return log.entries.flatMap((entry) => toOutline(entry) ?? []);
      },
    },
    traceRevisions: { of: async () => world.revision },
  };
  return reads;
}

type Draw = (traceId: string, shape?: string) => Promise<string | null>;
/** Draws the kinds of a log's entries, each as often as `repeat` says; `begun` counts the drawings. */
function newOpenings(repeat = 1): { readonly draw: Draw; readonly begun: () => number } {
  let begun = 0;
  const openings: Openings<string> = createOpenings<string>();
  return {
    begun: () => begun,
    draw: async (traceId, shape = "800 600 en") =>
      await openings.draw({
        ...{ workspace: "work", traceId, shape },
        begin: ({ status }) => {
          if (status === "failed") return null;
          begun += 1;
          const kinds: string[] = [];
          return {
            add: (entries: readonly OutlineEntry[]) => void kinds.push(...entries.map(({ k }) => k)),
            picture: () => kinds.join(" ").repeat(repeat),
          };
        },
      }),
  };
}

beforeEach(() => {
  Object.assign(world, { member: true, revision: "1", afterwards: [] });
});

it("draws a run once for each shape, and again after the run or its log has changed", async () => {
  showRun("drawn");
  const { draw, begun } = newOpenings();
  expect(await draw("drawn")).toBe("user");
  expect(await draw("drawn")).toBe("user");
  expect(begun()).toBe(1);
  await draw("drawn", "400 600 en");
  expect(begun()).toBe(2);
  world.revision = "2";
  expect(await draw("drawn")).toBe("user");
  expect(begun()).toBe(3);
});

it("draws nothing for a person who may not see the run, although it was drawn for others", async () => {
  showRun("private");
  const { draw } = newOpenings();
  expect(await draw("private")).toBe("user");
  world.revision = undefined;
  expect(await draw("private")).toBeNull();
  Object.assign(world, { revision: "1", member: false });
  expect(await draw("private")).toBeNull();
});

it("reads no log of a run whose record shows that there is nothing to draw", async () => {
  const { draw } = newOpenings();
  for (const status of ["running", "waiting", "failed"] as const) {
    const reads = showRun(status, { status, lastSequence: 9_000 });
    expect(await draw(status)).toBeNull();
    expect([reads.count, world.afterwards.length]).toEqual([0, 0]);
  }
});

it("draws a long run after the page, from the outline that the browser reads meanwhile", async () => {
  // Outlines are kept for the whole process, so a repetition needs another run.
  const traceId = randomUUID();
  const reads = showRun(traceId, { lastSequence: 3_001 });
  const { draw } = newOpenings();
  expect([await draw(traceId), await draw(traceId)]).toEqual([null, null]);
  expect(world.afterwards).toHaveLength(1);
  expect(reads.count).toBe(0);
  const outline = async (): ReturnType<typeof readKeptOutline> =>
    await readKeptOutline({
      ...{ stores: world.stores as OutlineRequest["stores"], scope: { workspaceId: "w", personId: "p" } },
      ...{ traceId, signal: undefined },
    });
  await Promise.all([outline(), ...world.afterwards.map(async (task) => await task())]);
  expect(await draw(traceId)).toContain("user");
  await outline();
  expect(reads.count).toBe(1);
});

it("returns nothing when the log takes longer than a page should wait", async () => {
  showRun("slow");
  const stores = world.stores as { traces: { get: () => Promise<unknown> } };
  stores.traces.get = async () => await new Promise<never>(() => undefined);
  vi.useFakeTimers();
  const drawn = vi.fn();
  void newOpenings().draw("slow").then(drawn);
  await vi.advanceTimersByTimeAsync(249);
  expect(drawn).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(drawn).toHaveBeenCalledWith(null);
});

it("keeps drawings up to a total size", async () => {
  showRun("large");
  const { draw, begun } = newOpenings(1_700_000);
  await draw("large", "one");
  await draw("large", "two");
  await draw("large", "two");
  expect(begun()).toBe(2);
  await draw("large", "three");
  await draw("large", "one");
  expect(begun()).toBe(4);
});
