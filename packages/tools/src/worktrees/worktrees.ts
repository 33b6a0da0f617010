import { lstat, mkdir, realpath, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import type { FileVersions, Logger, OpenedWorktree, Worktrees } from "@goaltrace/core/ports";
import { PROCESS_START } from "../process/process-start.ts";
import type { FolderHistory } from "../undo/folder-history.ts";
import { openLocalVersions } from "../undo/local-versions.ts";
import type { VersionSeal } from "../undo/sealed-bytes.ts";
import { createFence, isWorktree, removedPlace, worktreePlace } from "../workspace/fence.ts";
import { oneAtATime } from "../workspace/one-at-a-time.ts";
import { systemErrorCode } from "../workspace/system-error.ts";
import { carryOut } from "./carry-out.ts";
import { fillWorktree } from "./fill-worktree.ts";
import { planMerge } from "./plan-merge.ts";
import { unlockFolders } from "./unlock-folders.ts";
import { addWorktree, findRepository, removeWorktree } from "./worktree-git.ts";
import { readOrigin, readRecord, writeOrigin, writeRecord, type WorktreeOrigin } from "./worktree-record.ts";

export type WorktreeParts = {
  /** The server's state folder, which no other agent reaches. */
  readonly home: string;
  readonly seal: VersionSeal;
  readonly history: FolderHistory;
  readonly forbiddenFolders: readonly string[];
  /** The workspace, whose patterns take turns with those of others. */
  readonly owner: string;
  /** Keeps versions of what a merge changes. @default nothing does */
  readonly versions?: FileVersions | undefined;
  readonly logger: Pick<Logger, "warn">;
};

/** Creates the worktrees of sub-agents of one run, in folders of the server. */
export function createWorktrees(parts: WorktreeParts): Worktrees {
  const { home, seal, history, forbiddenFolders, owner, versions: undo, logger } = parts;
  const openVersions = (place: string): ReturnType<typeof openLocalVersions> =>
    openLocalVersions(join(place, "versions"), seal);
  const look = async (folder: string): ReturnType<FolderHistory["take"]> =>
    await history.take({ folder, forbiddenFolders, owner, signal: new AbortController().signal });

  const make = async (childTraceId: string, source: string): Promise<OpenedWorktree> => {
    const { place, tree } = worktreePlace(await realHome(home), childTraceId);
    const versions = openVersions(place);
    const known = await readRecord(versions);
    if (known !== undefined) return { ok: true, folder: known.folder };
    const repository = await findRepository(source);
    if (typeof repository === "string") return { ok: false, reason: repository };
    const snapshot = await look(source);
    if (!snapshot.ok) return { ok: false, reason: "too_large" };
    await removeTree(repository.top, { place, tree });
    await mkdir(place, { recursive: true, mode: 0o700 });
    const made: WorktreeOrigin = {
      ...{ owner, top: repository.top, openedAt: Date.now() },
      maker: { host: hostname(), pid: process.pid, start: PROCESS_START },
    };
    // A process that dies from here on, before its run knows of the agent, leaves something that no one continues.
    await writeOrigin(openVersions(place), made);
    if (!(await addWorktree(repository.top, tree))) return { ok: false, reason: "failed" };
    const folder = repository.prefix === "" ? tree : join(tree, repository.prefix);
    const base = await fillWorktree(snapshot, folder, versions);
    // Only a complete worktree has a record: another process makes an incomplete one again.
    await writeRecord(versions, {
      ...{ ...made, source, folder, plan: null },
      base: base.map(([path, content]) => [path, content]),
    });
    return { ok: true, folder };
  };

  /** Reports the first failure for a place. */
  const complain = (place: string, error: unknown): void => {
    if (!complained.has(place)) logger.warn("a worktree was not removed", { place, error: String(error) });
    complained.add(place);
  };

  return {
    open: async (childTraceId, projectFolder) => {
      const source = await realpath(projectFolder).catch(() => null);
      if (source === null || !isName(childTraceId)) return { ok: false, reason: "failed" };
      if (isWorktree(await realHome(home), source)) return { ok: false, reason: "nested" };
      try {
        return await oneAtATime(`worktree:${childTraceId}`, async () => await make(childTraceId, source));
      } catch (error) {
        logger.warn("a worktree was not made", { error: String(error) });
        return { ok: false, reason: "failed" };
      }
    },
    merge: async (childTraceId, how) => {
      if (!isName(childTraceId)) return undefined;
      const { place } = worktreePlace(await realHome(home), childTraceId);
      const versions = openVersions(place);
      const first = await readRecord(versions);
      if (first === undefined) return undefined;
      // Agents that end at the same time merge one after the other.
      return await oneAtATime(`merge:${first.source}`, async () => {
        const record = (await readRecord(versions)) ?? first;
        const fence = await createFence(record.source, { forbiddenFolders });
        if (fence === undefined) return undefined;
        let { plan } = record;
        if (plan === null) {
          const after = await look(record.folder);
          if (!after.ok) return undefined;
          plan = await planMerge({ record, after, fence, versions, how });
          // The decisions are durable before the first change: a process that dies in between leaves them to the next.
          await writeRecord(versions, { ...record, plan });
        }
        return await carryOut(plan, { source: record.source, forbiddenFolders, versions, undo });
      });
    },
    begun: async (childTraceIds) => {
      const begun: (readonly [id: string, decidedAt: number])[] = [];
      for (const id of childTraceIds.filter(isName)) {
        const record = await readRecord(openVersions(worktreePlace(await realHome(home), id).place));
        if (record?.plan != null) begun.push([id, record.plan.decidedAt]);
      }
      return begun.sort(([, left], [, right]) => left - right).map(([id]) => id);
    },
    remove: async (childTraceId) => {
      if (!isName(childTraceId)) return;
      const { place, tree } = worktreePlace(await realHome(home), childTraceId);
      try {
        if ((await lstat(place).catch(() => null)) !== null) {
          const versions = openVersions(place);
          await history.forget((await readRecord(versions))?.folder ?? tree);
          await removeTree((await readOrigin(versions))?.top, { place, tree });
        }
        // The rest of a removal whose process died.
        await rm(removedPlace(place), { recursive: true, force: true });
        complained.delete(place);
      } catch (error) {
        complain(place, error);
      }
    },
    removeRest: async (childTraceId) => {
      if (!isName(childTraceId)) return;
      const rest = removedPlace(worktreePlace(await realHome(home), childTraceId).place);
      await rm(rest, { recursive: true, force: true }).then(
        () => complained.delete(rest),
        (error: unknown) => complain(rest, error),
      );
    },
  };
}

async function removeTree(
  top: string | undefined,
  { place, tree }: { readonly place: string; readonly tree: string },
): Promise<void> {
  await unlockFolders(tree);
  if (top !== undefined) {
    await removeWorktree(top, tree);
    // Git does not remove a worktree that has lost its link to the repository, as after a removal that was interrupted; one without a folder it forgets.
    const isLeft = (await lstat(tree).catch(() => null)) !== null;
    await rm(tree, { recursive: true, force: true });
    if (isLeft) await removeWorktree(top, tree);
  }
  // In one step, so that a worktree without its record is one that is being removed, and not one that is being made.
  const removed = removedPlace(place);
  await rm(removed, { recursive: true, force: true });
  await rename(place, removed).catch(ignoreMissing);
  await rm(removed, { recursive: true, force: true });
}

/** Worktrees that could not be removed, which this process has already reported. */
const complained = new Set<string>();

function ignoreMissing(error: unknown): void {
  if (systemErrorCode(error) !== "ENOENT") throw error;
}

async function realHome(home: string): Promise<string> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  return await realpath(home);
}

/** Ids are names of folders; nothing else may be. */
function isName(childTraceId: string): boolean {
  return basename(childTraceId) === childTraceId && /^[\w-]+$/u.test(childTraceId);
}
