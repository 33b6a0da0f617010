import type { TraceStatus } from "@goaltrace/core/log";

/** The ways to narrow the list; each stands for the statuses that answer one question. */
export const RUN_FILTERS = ["all", "running", "waiting", "completed", "failed", "stopped"] as const;
export type RunFilter = (typeof RUN_FILTERS)[number];

const STATUSES: Readonly<Record<RunFilter, readonly TraceStatus[] | null>> = {
  all: null,
  running: ["queued", "running"],
  waiting: ["waiting"],
  completed: ["completed"],
  failed: ["failed"],
  stopped: ["cancelled", "interrupted"],
};

/** The filter in an address; anything unknown is "all", so that an old link still opens. */
export function readRunFilter(parameters: { get(name: string): string | null }): RunFilter {
  const wanted = parameters.get("status");
  return RUN_FILTERS.find((filter) => filter === wanted) ?? "all";
}

/** The address of a filter relative to the page; "all" leaves nothing behind. */
export function runFilterHref(filter: RunFilter): string {
  return filter === "all" ? "?" : `?status=${filter}`;
}

/** The statuses to ask the server for; undefined asks for every one. */
export function statusesOf(filter: RunFilter): TraceStatus[] | undefined {
  const statuses = STATUSES[filter];
  return statuses ? [...statuses] : undefined;
}

/** Whether a run belongs under a filter. */
export function matchesFilter(filter: RunFilter, status: TraceStatus): boolean {
  return STATUSES[filter]?.includes(status) ?? true;
}
