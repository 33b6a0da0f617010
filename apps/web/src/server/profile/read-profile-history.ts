import type { TraceStatus } from "@goaltrace/core/log";
import type { ProfileKey, ProfileText, Scope, TraceStore } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";

/** A run that had a version of a file in its context, as far as the person can see it. */
export type ProfileRun = {
  readonly traceId: string;
  readonly task: string;
  readonly status: TraceStatus;
  readonly version: number;
  readonly at: number;
};

/** The versions of a file, newest first, each with the run that wrote it; and the runs that had one. Runs that the person cannot see are only counted. */
export type ProfileHistory = {
  readonly versions: readonly (ProfileText & {
    readonly learnedIn: { readonly traceId: string; readonly task: string } | null;
  })[];
  readonly runs: readonly ProfileRun[];
  readonly total: number;
  /** Names of people by id. */
  readonly people: Readonly<Record<string, string>>;
};

const SHOWN_RUNS = 20;
/** Versions whose runs are looked up. */
const NAMED_VERSIONS = 50;

/** Reads the history of a profile file for its page. */
export async function readProfileHistory(
  { stores }: Pick<Runtime, "stores">,
  scope: Scope,
  key: ProfileKey,
): Promise<ProfileHistory> {
  const { profiles, traces, members } = stores;
  const [versions, uses, people] = await Promise.all([
    profiles.versions(scope, key),
    profiles.uses(scope, key),
    members.list(scope.workspaceId),
  ]);
  const ids = new Set([
    ...versions.slice(0, NAMED_VERSIONS).flatMap(({ source }) => source?.traceId ?? []),
    ...uses.slice(0, SHOWN_RUNS).map(({ traceId }) => traceId),
  ]);
  const known = await readAll(traces, scope, [...ids]);
  return {
    versions: versions.map((version) => {
      const trace = known.get(version.source?.traceId ?? "");
      return { ...version, learnedIn: trace === undefined ? null : { traceId: trace.id, task: trace.task } };
    }),
    runs: uses.slice(0, SHOWN_RUNS).flatMap(({ traceId, version, at }) => {
      const trace = known.get(traceId);
      return trace === undefined ? [] : [{ traceId, task: trace.task, status: trace.status, version, at }];
    }),
    total: uses.length,
    people: Object.fromEntries(people.map(({ personId, name }) => [personId, name])),
  };
}

async function readAll(
  traces: Pick<TraceStore, "get">,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Awaited<ReturnType<TraceStore["get"]>>>>> {
  const found = await Promise.all(ids.map(async (id) => await traces.get(scope, id)));
  return new Map(found.flatMap((trace) => (trace === undefined ? [] : [[trace.id, trace] as const])));
}
