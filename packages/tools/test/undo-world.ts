import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, lstatSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolContext } from "@goaltrace/core";
import { createToolRun, type ToolRun } from "@goaltrace/core/testing";
import { createVault } from "../src/secrets/vault.ts";
import { type CoverLimits } from "../src/undo/scan-folder.ts";
import { foldChanges } from "../src/undo/fold-changes.ts";
import { createFolderHistory, type FolderHistory } from "../src/undo/folder-history.ts";
import { createVersionSeal } from "../src/undo/sealed-bytes.ts";
import { type PathUndone, undoChanges } from "../src/undo/undo-changes.ts";

/** A project folder with a history and a run whose changes can be undone. */
export type UndoWorld = {
  readonly project: string;
  readonly home: string;
  readonly history: FolderHistory;
  readonly run: ToolRun;
  /** Undoes what the run recorded. */
  undo(options?: { readonly dryRun?: boolean }): Promise<readonly PathUndone[]>;
  /** The whole folder, byte by byte, with kinds and modes. */
  tree(): Readonly<Record<string, string>>;
};

/** Makes an empty project folder. */
export function createUndoWorld(
  options: { readonly limits?: CoverLimits; readonly context?: Partial<ToolContext> } = {},
): UndoWorld {
  const base = mkdtempSync(join(tmpdir(), "undo-"));
  const project = join(base, "project");
  const home = join(base, "home");
  mkdirSync(project);
  const history = createFolderHistory({
    ...{ home, seal: createVersionSeal(createVault("a secret for tests, long enough")) },
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const kept = new Map<string, Buffer>();
  const run = createToolRun({
    projectFolder: project,
    versions: { keep: async ({ sha256, bytes }) => void kept.set(sha256, Buffer.from(bytes)) },
    ...options.context,
  });
  return {
    ...{ project, home, history, run },
    undo: async ({ dryRun = false } = {}) => {
      const changes = run.recorded.flatMap((event) =>
        event.type === "file.changed" ? [{ traceId: "trace", data: event.data }] : [],
      );
      const undone = await undoChanges({
        ...{ folder: project, forbiddenFolders: [home], dryRun },
        paths: foldChanges(changes).filter(({ isBroken }) => !isBroken),
        read: async ({ original }) => kept.get(original?.sha256 ?? ""),
      });
      return undone ?? [];
    },
    tree: () => Object.fromEntries(listTree(project, "")),
  };
}

/** Lists a folder with kinds, modes and bytes. */
export function listTree(root: string, folder: string): readonly (readonly [string, string])[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    const absolute = join(root, path);
    const stat = lstatSync(absolute);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) return [[path, `link ${readlinkSync(absolute)}`] as const];
    if (stat.isDirectory()) return [[path, `directory ${mode}`] as const, ...listTree(root, path)];
    return [[path, `file ${mode} ${readFileSync(absolute).toString("base64")}`] as const];
  });
}
