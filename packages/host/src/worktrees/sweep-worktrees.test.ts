import type { Trace } from "@goaltrace/core/log";
import { buildTrace } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { WORKTREE_ABANDONED_MS, WORKTREE_ORPHAN_MS } from "../tunables.ts";
import { sweepWorktrees } from "./sweep-worktrees.ts";

const NOW = 2 * WORKTREE_ORPHAN_MS;
const OLD = NOW - WORKTREE_ORPHAN_MS - 1;

const stored = (id: string, rootId: string, status: Trace["status"]): Trace => ({
  ...buildTrace({ id, workspaceId: "ours" }, []),
  ...{ rootId, status },
});

it("removes worktrees of runs that have ended or are gone, and none that may still be merged", async () => {
  const traces = [
    ...[stored("ended-root", "ended-root", "completed"), stored("ended", "ended-root", "completed")],
    // It has ended, but its run has not read that yet.
    ...[stored("root", "root", "running"), stored("unread", "root", "completed")],
    stored("waiting", "root", "waiting"),
    stored("without-root", "deleted", "running"),
  ];
  const worktrees: readonly (readonly [string, string | null, number, boolean?])[] = [
    ...([
      ["ended", "ours", NOW],
      ["unread", "ours", OLD],
      ["waiting", "ours", OLD],
    ] as const),
    ...([
      ["without-root", "ours", NOW],
      ["recorded-only", "ours", NOW],
      ["deleted", "ours", OLD],
    ] as const),
    ...([
      ["begun", null, NOW],
      ["incomplete", null, OLD],
      ["interrupted", null, NOW],
    ] as const),
    // Their processes died: before the run stored the agent, just now, and while another process continues the run.
    ...([
      ["abandoned", "ours", NOW - WORKTREE_ABANDONED_MS - 1, true],
      ["abandoned-now", "ours", NOW - WORKTREE_ABANDONED_MS, true],
      ["waiting", "ours", OLD, true],
    ] as const),
  ];
  const removed: string[] = [];
  const rests: string[] = [];
  const count = await sweepWorktrees({
    index: {
      list: async () =>
        worktrees.map(([childTraceId, owner, openedAt, isAbandoned = false]) => ({
          ...{ childTraceId, owner, openedAt, isAbandoned, isRemoved: childTraceId === "interrupted" },
        })),
    },
    worktreesOf: () => ({
      remove: async (id) => void removed.push(id),
      removeRest: async (id) => void rests.push(id),
    }),
    traces: { get: async (_, id) => traces.find((trace) => trace.id === id) },
    clock: { now: () => NOW },
  });
  expect(removed).toEqual(["ended", "without-root", "deleted", "incomplete", "abandoned"]);
  expect(rests).toEqual(["interrupted"]);
  expect(count).toBe(6);
});
