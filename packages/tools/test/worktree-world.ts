import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { WorktreeMerge, Worktrees } from "@goaltrace/core/ports";
import { createVault } from "../src/secrets/vault.ts";
import { createFolderHistory } from "../src/undo/folder-history.ts";
import { foldChanges } from "../src/undo/fold-changes.ts";
import { createVersionSeal } from "../src/undo/sealed-bytes.ts";
import { type PathUndone, undoChanges } from "../src/undo/undo-changes.ts";
import { createWorktreeIndex, type WorktreeIndex } from "../src/worktrees/worktree-view.ts";
import { createWorktrees } from "../src/worktrees/worktrees.ts";
import { listTree } from "./undo-world.ts";

/** A project folder in a git repository, with the worktrees of one run. */
export type WorktreeWorld = {
  readonly project: string;
  readonly home: string;
  readonly index: WorktreeIndex;
  /** Starts the worktrees as another process of the same server would. */
  start(): Worktrees;
  write(path: string, text: string | Buffer): void;
  git(...command: readonly string[]): string;
  /** The whole project folder without git's data, byte by byte, with kinds and modes. */
  tree(): Readonly<Record<string, string>>;
  /** Undoes what merges recorded. */
  undo(merges: readonly WorktreeMerge[]): Promise<readonly PathUndone[]>;
};

/** Makes the folder with these committed files. */
export function createWorktreeWorld(files: Readonly<Record<string, string>> = {}): WorktreeWorld {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "worktrees-")));
  const project = join(base, "project");
  const home = join(base, "home");
  mkdirSync(project);
  mkdirSync(home);
  const seal = createVersionSeal(createVault("a secret for tests, long enough"));
  const kept = new Map<string, Buffer>();
  const git = (...command: readonly string[]): string =>
    execFileSync(
      "git",
      ["-C", project, "-c", "user.name=Mira", "-c", "user.email=m@example.com", ...command],
      {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  const write = (path: string, text: string | Buffer): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  git("init", "-q", "-b", "main");
  for (const [path, text] of Object.entries(files)) write(path, text);
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "Begin");
  return {
    ...{ project, home, git, write },
    index: createWorktreeIndex(home, seal),
    start: () =>
      createWorktrees({
        ...{ home, seal, history: createFolderHistory({ home, seal }), forbiddenFolders: [home], owner: "w" },
        versions: { keep: async ({ sha256, bytes }) => void kept.set(sha256, Buffer.from(bytes)) },
        logger: {
          warn: (message, details) => {
            throw new Error(`${message} ${JSON.stringify(details)}`);
          },
        },
      }),
    tree: () => Object.fromEntries(listTree(project, "").filter(([path]) => !/^\.git(?:\/|$)/u.test(path))),
    undo: async (merges) => {
      const changes = merges.flatMap((merge) => merge.changes.map((data) => ({ traceId: "run", data })));
      const undone = await undoChanges({
        ...{ folder: project, forbiddenFolders: [home], dryRun: false },
        paths: foldChanges(changes).filter(({ isBroken }) => !isBroken),
        read: async ({ original }) => kept.get(original?.sha256 ?? ""),
      });
      return undone ?? [];
    },
  };
}
