import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { foldersToHide } from "./hidden-files.ts";
import { beginRepositoryChange } from "./repository-changes.ts";
import { watchRepositories } from "./watch-repositories.ts";

function git(folder: string, ...words: readonly string[]): void {
  const author = ["-c", "user.name=Mira", "-c", "user.email=mira@example.com"];
  execFileSync("git", ["-C", folder, ...author, ...words], { stdio: "ignore" });
}

/** Makes a repository that runs a program, which is not one as git makes it. */
function makeRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "-q");
  git(folder, "config", "core.hooksPath", ".husky");
}

function createProject(): string {
  const project = realpathSync(mkdtempSync(join(tmpdir(), "others-")));
  git(project, "init", "-q");
  git(project, "commit", "-q", "--allow-empty", "-m", "Begin");
  return project;
}

/** Watches a command that may change no repository, while `during` happens; returns what the result says. */
async function watch(project: string, during: () => void): Promise<readonly string[]> {
  const options = {
    forbiddenFolders: [join(project, ".data")],
    hides: (path: string) => path.startsWith("private"),
    allowsProtectedWrites: false,
  };
  const kept = await foldersToHide(project, options);
  const clear = await watchRepositories(project, kept, { changesRepository: false });
  during();
  return await clear();
}

describe("a repository that a command did not make", () => {
  it.each(["private/repository", ".husky/x", ".data/worktrees/a"])("stays in %s", async (folder) => {
    const project = createProject();
    makeRepository(join(project, folder));
    expect(await watch(project, () => undefined)).toEqual([]);
    // Nor may a command write there.
    expect(await watch(project, () => makeRepository(join(project, folder, "new")))).toEqual([]);
    expect(existsSync(join(project, folder, ".git"))).toBe(true);
    expect(existsSync(join(project, folder, "new/.git"))).toBe(true);
  });

  it("stays where it is a worktree that its repository knows", async () => {
    const project = createProject();
    const add = (): void => git(project, "worktree", "add", "-q", "lib/tree");
    expect(await watch(project, add)).toEqual([]);
    expect(existsSync(join(project, "lib/tree/.git"))).toBe(true);
    const forge = (): void => {
      mkdirSync(join(project, "forged"));
      writeFileSync(join(project, "forged/.git"), `gitdir: ${join(project, ".git/worktrees/tree")}\n`);
    };
    expect(await watch(project, forge)).toEqual([expect.stringContaining("renamed forged/.git to")]);
  });

  it("stays and is named where something beside the command may have made it", async () => {
    const project = createProject();
    const end = beginRepositoryChange(join(project, "lib"));
    const notes = await watch(project, () => {
      end();
      makeRepository(join(project, "lib/new"));
    });
    expect(notes).toEqual([expect.stringContaining("lib/new/.git appeared while")]);
    expect(existsSync(join(project, "lib/new/.git"))).toBe(true);
  });
});

it("sets aside a repository with programs that appears while nothing else runs", async () => {
  const project = createProject();
  const notes = await watch(project, () => makeRepository(join(project, "lib/new")));
  expect(notes).toEqual([expect.stringContaining("renamed lib/new/.git to lib/new/.git.set-aside")]);
});
