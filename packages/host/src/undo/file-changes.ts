import { GoaltraceError } from "@goaltrace/core";
import { type Entry, isTerminal, type Trace, type UncoveredReason } from "@goaltrace/core/log";
import type { FileVersions, Ids, Scope } from "@goaltrace/core/ports";
import { readTrace } from "@goaltrace/core/reading";
import type { Database, FileUndo } from "@goaltrace/db";
import {
  type ChangedPath,
  foldChanges,
  type PathUndo,
  type PathUndone,
  undoChanges,
  type VersionSeal,
} from "@goaltrace/tools";
import { UNDO_MAX_CHANGES } from "../tunables.ts";

/** The file changes of a run and of the sub-agents below it, as undoing them would find them. */
export type RunFileChanges = {
  /** The outcome of each path, or the one that it would have. */
  readonly paths: readonly (PathUndone & { readonly change: "created" | "changed" | "deleted" })[];
  /** Commands whose changes are not recorded, with the reason, each reason once. */
  readonly uncovered: readonly UncoveredReason[];
  /** Paths that commands changed in a way that cannot be undone. */
  readonly unclear: readonly string[];
  /** Earlier times that people undid them, oldest first. */
  readonly undos: readonly FileUndo[];
};

/** Keeps the versions of files that runs change, and undoes their changes. */
export interface FileChanges {
  /** Returns what keeps the versions of one run. */
  versionsOf(trace: Pick<Trace, "id" | "workspaceId">): FileVersions;
  /** Says what `undo` would do. Errors: as `undo`. */
  preview(scope: Scope, traceId: string): Promise<RunFileChanges>;
  /**
   * Brings every path that the run and its sub-agents changed back to what it was, unless someone else has changed it since. Doing it again has no
   * effect. Errors: NOT_FOUND; CONFLICT while the run is in progress; INVALID_INPUT for a run without project folder, or whose folder is not on this
   * machine; NOT_ALLOWED for the run of someone else, without `ofOthers`.
   */
  undo(scope: Scope, traceId: string, options: { readonly ofOthers: boolean }): Promise<RunFileChanges>;
}

export type FileChangePorts = {
  readonly database: Pick<Database, "visible" | "traceSearch" | "fileVersions">;
  readonly seal: VersionSeal;
  readonly ids: Ids;
  readonly forbiddenFolders: readonly string[];
};

/** Creates the service over the stores of a database. */
export function createFileChanges(ports: FileChangePorts): FileChanges {
  const { database, seal, ids } = ports;
  return {
    versionsOf: ({ id, workspaceId }) => ({
      keep: async ({ sha256, bytes }) =>
        await database.fileVersions.put(workspaceId, id, {
          sha256,
          sealed: seal.seal(bytes, sealContext(workspaceId, id, sha256)),
        }),
    }),
    preview: async (scope, traceId) => {
      const run = await readRun(ports, scope, traceId);
      return await revert(ports, run, { scope, dryRun: true });
    },
    undo: async (scope, traceId, { ofOthers }) => {
      const run = await readRun(ports, scope, traceId);
      if (run.root.personId !== scope.personId && !ofOthers) throw notOwn();
      const done = await revert(ports, run, { scope, dryRun: false });
      const outcomes = done.paths.filter(({ outcome }) => outcome !== "already");
      const reverted = outcomes.filter(({ outcome }) => outcome === "reverted").length;
      if (outcomes.length === 0) return done;
      const kept = outcomes.flatMap(({ path, outcome }) =>
        outcome === "reverted" ? [] : [{ path, outcome }],
      );
      await database.fileVersions.addUndo(scope, run.root.id, { id: ids.next(), reverted, kept });
      return { ...done, undos: await database.fileVersions.undos(scope, run.root.id) };
    },
  };
}

/** A sealed version opens only under the workspace, the run and the name that it was kept for. */
function sealContext(workspaceId: string, traceId: string, sha256: string): string {
  return JSON.stringify(["file-version", workspaceId, traceId, sha256]);
}

type ReadRun = { readonly root: Trace; readonly folder: string; readonly family: readonly Trace[] };

async function readRun({ database }: FileChangePorts, scope: Scope, traceId: string): Promise<ReadRun> {
  const { traces } = database.visible;
  const { rootId } = await readTrace({ traces, scope }, traceId);
  const root = await readTrace({ traces, scope }, rootId);
  if (root.projectFolder === null) throw noFolder("This run has no project folder, so it changed no files.");
  return { root, folder: root.projectFolder, family: await traces.family(scope, rootId) };
}

async function revert(
  { database, seal, forbiddenFolders }: FileChangePorts,
  { root, folder, family }: ReadRun,
  { scope, dryRun }: { readonly scope: Scope; readonly dryRun: boolean },
): Promise<RunFileChanges> {
  if (!family.every(({ status }) => isTerminal(status))) throw inProgress();
  // Changes in worktrees of sub-agents reach the folder with a merge, which the run above them records.
  const inFolder = family.filter(({ projectFolder }) => projectFolder === folder);
  const own = inFolder.map((trace) => ({
    traceId: trace.id,
    from: (trace.origin?.sequence ?? 0) + 1,
    to: trace.lastSequence,
  }));
  const changes = await database.traceSearch.fileChanges(scope, own, UNDO_MAX_CHANGES + 1);
  if (changes.length > UNDO_MAX_CHANGES) throw tooMany();
  const ends = await database.traceSearch.commandEnds(scope, own, UNDO_MAX_CHANGES);
  const byTime = [...changes].sort((one, other) => one.at - other.at || one.sequence - other.sequence);
  const paths = foldChanges(
    byTime.flatMap((entry) => (entry.kind === "event" && entry.type === "file.changed" ? [entry] : [])),
  );
  const readable = new Map(paths.map((changed) => [changed.path, changed]));
  const undone = await undoChanges({
    ...{ folder, forbiddenFolders, dryRun },
    paths: paths.filter(({ isBroken }) => !isBroken),
    read: async (undo) => await readVersion({ database, seal }, scope, readable.get(undo.path)),
  });
  if (undone === null) throw noFolder("The project folder of this run is not on this machine.");
  const broken = paths.flatMap(({ path, isBroken }) =>
    isBroken ? [{ path, outcome: "changed" as const }] : [],
  );
  const outcomes = [...undone, ...broken].sort((one, other) => (one.path < other.path ? -1 : 1));
  return {
    paths: outcomes.map((outcome) => ({ ...outcome, change: changeOf(readable.get(outcome.path)) })),
    ...uncoveredBy(ends),
    undos: await database.fileVersions.undos(scope, root.id),
  };
}

function changeOf(undo: PathUndo | undefined): "created" | "changed" | "deleted" {
  if (undo?.original === null) return "created";
  return undo?.left === null ? "deleted" : "changed";
}

function uncoveredBy(ends: readonly Entry[]): Pick<RunFileChanges, "uncovered" | "unclear"> {
  const uncovered = new Set<UncoveredReason>();
  const unclear = new Set<string>();
  for (const entry of ends) {
    if (entry.kind !== "event" || entry.type !== "process.ended") continue;
    const { changes } = entry.data;
    if (changes?.uncovered != null) uncovered.add(changes.uncovered);
    for (const path of changes?.unclear ?? []) unclear.add(path);
  }
  return { uncovered: [...uncovered], unclear: [...unclear].sort() };
}

/** Returns the bytes of the original: sealed, or from the log, where file tools keep versions without secrets. */
async function readVersion(
  { database, seal }: Pick<FileChangePorts, "database" | "seal">,
  scope: Scope,
  changed: ChangedPath | undefined,
): Promise<Buffer | undefined> {
  const sha256 = changed?.original?.sha256;
  if (changed === undefined || sha256 === undefined) return undefined;
  const { workspaceId } = scope;
  const sealed = await database.fileVersions.get(workspaceId, changed.traceId, sha256);
  if (sealed !== undefined) return seal.open(sealed, sealContext(workspaceId, changed.traceId, sha256));
  const blob = await database.visible.blobs.get(scope, sha256);
  return blob === undefined
    ? undefined
    : Buffer.from(blob.text, blob.encoding === "utf8" ? "utf8" : "base64");
}

function inProgress(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "This run is in progress, so it may change more files.",
    fix: "Wait until the run ends, or stop it, and try again.",
  });
}

function tooMany(): GoaltraceError {
  return new GoaltraceError({
    code: "LIMIT_REACHED",
    message: "This run made more file changes than can be undone together.",
    fix: "Bring the files back with git.",
  });
}

function noFolder(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: "Undo file changes on the machine where the run worked.",
  });
}

function notOwn(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "This run belongs to someone else.",
    fix: "Ask the person who started the run, or an admin of the workspace, to undo its file changes.",
  });
}
