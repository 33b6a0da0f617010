import { execFile } from "node:child_process";
import { lstat, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WORKTREE_GIT_TIME_LIMIT_MS } from "./tunables.ts";

/** The repository around a project folder: its top folder, and the project folder below it ("" for the top itself), with `/`. */
export type Repository = { readonly top: string; readonly prefix: string };

/**
 * Returns the repository of a folder, or what is missing for a worktree. Its data must be in `.git` at its top: a file of that name, or a setting, could
 * point to a repository of someone else.
 */
export async function findRepository(folder: string): Promise<Repository | "no_repository" | "no_commit"> {
  const found = await git(folder, ["rev-parse", "--show-toplevel", "--show-prefix", "--absolute-git-dir"]);
  const [top = "", written = "", data = ""] = found.text.split("\n");
  const prefix = written.replace(/\/$/u, "");
  const isOwn = join(top, prefix) === folder && data === join(top, ".git");
  if (found.code !== 0 || top === "" || !isOwn || !(await isFolder(data))) return "no_repository";
  const head = await git(folder, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  return head.code === 0 ? { top, prefix } : "no_commit";
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isDirectory() === true;
}

/**
 * Adds a worktree without files at the last commit, with an index that has them, so that git shows what differs. Returns false where git refuses.
 * Checks nothing out: filters of the repository could run programs.
 */
export async function addWorktree(top: string, tree: string): Promise<boolean> {
  const added = await git(top, [
    "worktree",
    "add",
    "--force",
    "--detach",
    "--no-checkout",
    "--",
    tree,
    "HEAD",
  ]);
  if (added.code !== 0) return false;
  return (await git(tree, ["read-tree", "HEAD"])).code === 0;
}

/** Removes what git knows of a worktree, and its folder. Never rejects. */
export async function removeWorktree(top: string, tree: string): Promise<void> {
  // Once for a worktree with changes, and once for one that someone locked.
  await git(top, ["worktree", "remove", "--force", "--force", "--", tree]);
}

/** Merges the text of a file that two sides changed; undefined when both changed the same lines. */
export async function mergeText(sides: {
  readonly base: Buffer;
  readonly ours: Buffer;
  readonly theirs: Buffer;
}): Promise<Buffer | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "goaltrace-merge-"));
  try {
    const files = ["ours", "base", "theirs"] as const;
    for (const name of files) await writeFile(join(folder, name), sides[name], { mode: 0o600 });
    const merged = await git(folder, ["merge-file", "-p", "--", ...files.map((name) => `./${name}`)]);
    return merged.code === 0 ? merged.bytes : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** No hook, no watcher, no transport: an untrusted repository must not start a program. */
const SAFE = [
  ...["-c", "safe.directory=*", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"],
  ...["-c", "protocol.allow=never", "-c", "core.untrackedCache=false", "--no-replace-objects"],
];

type GitResult = { readonly code: number | null; readonly text: string; readonly bytes: Buffer };

/** Runs git; the code is null when it could not be started or took too long. */
async function git(folder: string, command: readonly string[]): Promise<GitResult> {
  return await new Promise((resolve) => {
    execFile(
      "git",
      ["-C", folder, ...SAFE, ...command],
      {
        ...{ timeout: WORKTREE_GIT_TIME_LIMIT_MS, maxBuffer: 64 * 1024 * 1024, windowsHide: true },
        encoding: "buffer",
      },
      (error, bytes) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
        resolve({ code, bytes, text: bytes.toString("utf8") });
      },
    );
  });
}
