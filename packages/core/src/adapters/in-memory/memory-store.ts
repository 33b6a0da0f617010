import { conflict, notFoundEntry } from "../../memory/entry-errors.ts";
import { isUndecided } from "../../memory/is-undecided.ts";
import { hasSameName } from "../../memory/find-same-entry.ts";
import type { Clock } from "../../ports/clock.ts";
import type {
  MemoryEntry,
  MemoryRecall,
  MemoryStore,
  MemoryVersion,
  NewMemory,
  SavedMemory,
} from "../../ports/memory-store.ts";
import type { Scope } from "../../ports/scope.ts";
import { sameFields, withFields } from "../../memory/entry-fields.ts";

type Row = {
  entry: MemoryEntry;
  readonly workspaceId: string;
  versions: readonly MemoryVersion[];
  recalls: readonly MemoryRecall[];
};

/** Everything in a store, as JSON can hold it. */
export type MemorySnapshot = {
  readonly rows: readonly Readonly<Row>[];
  /** The revision of each workspace. */
  readonly revisions: Readonly<Record<string, number>>;
  /** The keys of dismissed proposals by workspace and person. */
  readonly dismissals: Readonly<Record<string, readonly string[]>>;
};

/** Creates a store of entries in memory. No run is shared in it. `snapshot` returns its contents, `before` are those it starts with. */
export function createInMemoryMemoryStore(
  clock: Pick<Clock, "now">,
  before: MemorySnapshot = { rows: [], revisions: {}, dismissals: {} },
): MemoryStore & { snapshot(): MemorySnapshot } {
  const rows = new Map<string, Row>(before.rows.map((row) => [row.entry.id, { ...row }]));
  const revisions = new Map<string, number>(Object.entries(before.revisions));
  const dismissals = new Map<string, readonly string[]>(Object.entries(before.dismissals));

  const bump = ({ workspaceId }: Scope): number => {
    const revision = (revisions.get(workspaceId) ?? 0) + 1;
    revisions.set(workspaceId, revision);
    return revision;
  };
  const visible = ({ workspaceId, personId }: Scope): readonly Row[] =>
    [...rows.values()].filter(
      (row) =>
        row.workspaceId === workspaceId &&
        (row.entry.audience === "workspace" || row.entry.personId === personId),
    );
  const find = (scope: Scope, id: string): Row => {
    const row = visible(scope).find(({ entry }) => entry.id === id);
    if (row === undefined) throw notFoundEntry(id);
    return row;
  };
  const write = (scope: Scope, row: Row, change: Partial<MemoryEntry>): MemoryEntry => {
    row.entry = { ...row.entry, ...change, revision: bump(scope) };
    if (change.version !== undefined) row.versions = [toVersion(row.entry), ...row.versions];
    return row.entry;
  };
  const create = (scope: Scope, { replaces: _replaces, ...entry }: NewMemory): Row => {
    const row: Row = {
      ...{ workspaceId: scope.workspaceId, versions: [], recalls: [] },
      entry: {
        ...{
          ...entry,
          project: entry.project ?? null,
          personId: scope.personId,
          version: 1,
          savedAt: clock.now(),
          decidedBy: null,
        },
        ...{ supersededBy: null, validTo: null, recalls: 0, lastRecalledAt: null, revision: bump(scope) },
      },
    };
    row.versions = [toVersion(row.entry)];
    rows.set(entry.id, row);
    return row;
  };
  const supersede = (scope: Scope, old: Row, by: MemoryEntry): SavedMemory => {
    write(scope, old, { supersededBy: by.id, validTo: clock.now() });
    return { entry: by, operation: "superseded" };
  };

  return {
    snapshot: () => ({
      rows: [...rows.values()],
      revisions: Object.fromEntries(revisions),
      dismissals: Object.fromEntries(dismissals),
    }),
    revision: async ({ workspaceId }) => revisions.get(workspaceId) ?? 0,
    readers: async () => "person",
    list: async (scope) =>
      visible(scope)
        .map(({ entry }) => entry)
        .toSorted((left, right) => right.revision - left.revision),
    async changes(scope, since) {
      const entries = visible(scope).map(({ entry }) => entry);
      return {
        entries: entries.filter(
          ({ revision, lastRecalledAt }) => revision > since.revision || (lastRecalledAt ?? 0) >= since.at,
        ),
        active: entries.filter(({ state }) => state === "active").length,
        at: clock.now(),
      };
    },
    get: async (scope, id) => find(scope, id).entry,
    versions: async (scope, id) => find(scope, id).versions,
    async save(scope, entry) {
      const same =
        entry.state === "held"
          ? undefined
          : visible(scope).find(
              (row) =>
                row.entry.state === "active" &&
                row.entry.supersededBy === null &&
                row.entry.audience === entry.audience &&
                row.entry.project === (entry.project ?? null) &&
                hasSameName(row.entry, entry),
            );
      const old = entry.replaces === undefined ? undefined : find(scope, entry.replaces);
      if (same === undefined) {
        const created = create(scope, entry).entry;
        return old === undefined ? { entry: created, operation: "created" } : supersede(scope, old, created);
      }
      if (sameFields(same.entry, entry)) return { entry: same.entry, operation: "unchanged" };
      const updated = write(scope, same, {
        ...withFields(entry),
        ...{ version: same.entry.version + 1, savedAt: clock.now(), source: entry.source },
      });
      return old === undefined || old === same
        ? { entry: updated, operation: "updated" }
        : supersede(scope, old, updated);
    },
    async edit(scope, id, { version, fields, audience, project }) {
      const row = find(scope, id);
      if (row.entry.version !== version) throw conflict();
      if (project !== undefined) row.entry = { ...row.entry, project };
      const change = { ...withFields(fields), audience, version: version + 1, savedAt: clock.now() };
      return write(scope, row, { ...change, source: null });
    },
    async supersede(scope, id, by) {
      const [row, successor] = [find(scope, id), find(scope, by)];
      if (!isCurrent(row.entry) || successor.entry.state !== "active" || id === by) throw conflict();
      return write(scope, row, { supersededBy: by, validTo: clock.now() });
    },
    async retire(scope, id) {
      const row = find(scope, id);
      if (row.entry.state !== "active") throw conflict();
      return write(scope, row, { state: "rejected", decidedBy: scope.personId });
    },
    dismissed: async (scope) => new Set(dismissals.get(personKey(scope))),
    async dismiss(scope, keys) {
      dismissals.set(personKey(scope), [...new Set([...(dismissals.get(personKey(scope)) ?? []), ...keys])]);
    },
    async decide(scope, id, state) {
      const row = find(scope, id);
      if (!isUndecided(row.entry, state)) throw conflict();
      return write(scope, row, { state, decidedBy: scope.personId });
    },
    async remove(scope, id) {
      find(scope, id);
      rows.delete(id);
      bump(scope);
      for (const row of visible(scope))
        if (row.entry.supersededBy === id) write(scope, row, { supersededBy: null, validTo: null });
    },
    async noteRecall(scope, traceId, memories) {
      for (const { memoryId, version } of memories) {
        const row = visible(scope).find(({ entry }) => entry.id === memoryId);
        if (row === undefined || row.recalls.some((recall) => recall.traceId === traceId)) continue;
        const at = clock.now();
        row.recalls = [{ traceId, version, at }, ...row.recalls];
        row.entry = { ...row.entry, recalls: row.recalls.length, lastRecalledAt: at };
      }
    },
    recalls: async (scope, id) => find(scope, id).recalls,
  };
}

function toVersion(entry: MemoryEntry): MemoryVersion {
  const { version, savedAt, personId, source } = entry;
  return { ...withFields(entry), version, savedAt, personId, source };
}

function personKey({ workspaceId, personId }: Scope): string {
  return JSON.stringify([workspaceId, personId]);
}

function isCurrent({ state, supersededBy }: MemoryEntry): boolean {
  return state === "active" && supersededBy === null;
}
