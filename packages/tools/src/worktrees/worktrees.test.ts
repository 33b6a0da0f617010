import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { WorktreeMerge, Worktrees } from "@goaltrace/core/ports";
import { describe, expect, it } from "vitest";
import { listTree } from "../../test/undo-world.ts";
import { createWorktreeWorld, type WorktreeWorld } from "../../test/worktree-world.ts";

const LINES = Array.from({ length: 12 }, (_, index) => `line ${String(index + 1)}\n`).join("");

async function open(worktrees: Worktrees, { project }: WorktreeWorld, id: string): Promise<string> {
  const opened = await worktrees.open(id, project);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.folder;
}

async function merge(worktrees: Worktrees, id: string): Promise<WorktreeMerge> {
  const merged = await worktrees.merge(id, "merge");
  if (merged === undefined) throw new Error("nothing to merge");
  return merged;
}

const outcomes = ({ files }: WorktreeMerge) =>
  Object.fromEntries(files.map(({ path, outcome }) => [path, outcome]));

describe("a worktree", () => {
  it("begins with the last commit and everything that is not committed", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n", "gone.txt": "x\n", ".gitignore": "ignored/\n" });
    world.write("a.txt", "changed\n");
    world.write("new/b.txt", "b\n");
    world.write("ignored/secret.txt", "no\n");
    world.write(".env", "KEY=1\n");
    chmodSync(join(world.project, "new/b.txt"), 0o755);
    symlinkSync("a.txt", join(world.project, "link"));
    rmSync(join(world.project, "gone.txt"));
    const folder = await open(world.start(), world, "child");
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("changed\n");
    expect(readFileSync(join(folder, "link"), "utf8")).toBe("changed\n");
    expect(statSync(join(folder, "new/b.txt")).mode & 0o777).toBe(0o755);
    expect(["gone.txt", "ignored", ".env"].filter((path) => existsSync(join(folder, path)))).toEqual([]);
    const status = world.git("-C", folder, "status", "--porcelain").trimEnd().split("\n").sort();
    expect(status).toEqual([" D gone.txt", " M a.txt", "?? link", "?? new/"]);
    expect(world.git("status", "--porcelain")).toContain(" M a.txt");
  });

  it("runs no hook and no filter of the repository", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n", ".gitattributes": "*.txt filter=evil\n" });
    const mark = join(world.project, "..", "ran");
    world.git("config", "filter.evil.smudge", `touch ${mark}; cat`);
    world.git("config", "core.fsmonitor", `touch ${mark}`);
    for (const hook of ["post-checkout", "post-index-change", "reference-transaction"]) {
      writeFileSync(join(world.project, ".git/hooks", hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    }
    const worktrees = world.start();
    await open(worktrees, world, "child");
    await merge(worktrees, "child");
    await worktrees.remove("child");
    expect(existsSync(mark)).toBe(false);
  });

  it.each(["no_repository", "no_commit"] as const)("is not made where git has %s", async (reason) => {
    const world = createWorktreeWorld();
    rmSync(join(world.project, ".git"), { recursive: true });
    if (reason === "no_commit") world.git("init", "-q");
    expect(await world.start().open("child", world.project)).toEqual({ ok: false, reason });
  });

  it("is not made from a repository that a file or a setting points to", async () => {
    const other = createWorktreeWorld({ "a.txt": "other\n" });
    const world = createWorktreeWorld();
    rmSync(join(world.project, ".git"), { recursive: true });
    writeFileSync(join(world.project, ".git"), `gitdir: ${other.project}/.git\n`);
    expect(await world.start().open("child", world.project)).toEqual({ ok: false, reason: "no_repository" });
  });

  it("is shared by the agents below its agent", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n" });
    const worktrees = world.start();
    const folder = await open(worktrees, world, "child");
    expect(await worktrees.open("grandchild", folder)).toEqual({ ok: false, reason: "nested" });
  });

  it("is found again by another process, and made again if it was not complete", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n" });
    const folder = await open(world.start(), world, "child");
    writeFileSync(join(folder, "a.txt"), "mine\n");
    expect(await open(world.start(), world, "child")).toBe(folder);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("mine\n");
    rmSync(join(world.home, "worktrees/child/versions/manifest"));
    expect(await open(world.start(), world, "child")).toBe(folder);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("a\n");
  });

  it("leaves nothing behind", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n" });
    const worktrees = world.start();
    const folder = await open(worktrees, world, "child");
    mkdirSync(join(folder, "locked"));
    writeFileSync(join(folder, "locked/b"), "b");
    chmodSync(join(folder, "locked"), 0o500);
    await worktrees.remove("child");
    await worktrees.remove("child");
    expect(existsSync(join(world.home, "worktrees/child"))).toBe(false);
    expect(world.git("worktree", "list").trim().split("\n")).toHaveLength(1);
    expect(await world.index.list()).toEqual([]);
  });

  it("is removed by the next attempt wherever a removal was interrupted", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n", "d/b.txt": "b\n" });
    const place = join(world.home, "worktrees/child");
    const interruptions: readonly ((folder: string) => void)[] = [
      // Git was removing the files; it no longer knows the folder as a worktree.
      (folder) => rmSync(join(folder, ".git")),
      // The folder was gone, but not what git knows of it.
      (folder) => rmSync(folder, { recursive: true }),
      // Only part of what the server keeps was left.
      (folder) => {
        world.git("worktree", "remove", "--force", folder);
        mkdirSync(`${place}.removed/versions`, { recursive: true });
        rmSync(place, { recursive: true });
      },
    ];
    for (const interrupt of interruptions) {
      interrupt(await open(world.start(), world, "child"));
      const [left] = await world.index.list();
      expect(left?.childTraceId).toBe("child");
      expect(left?.owner === null).toBe(left?.isRemoved);
      await world.start().remove("child");
      expect(readdirSync(join(world.home, "worktrees"))).toEqual([]);
      expect(world.git("worktree", "list").trim().split("\n")).toHaveLength(1);
    }
  });

  it("names the project folder behind it, and none for other folders", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n" });
    mkdirSync(join(world.project, "node_modules"));
    const folder = await open(world.start(), world, "child");
    expect(await world.index.sourceOf(folder)).toBe(world.project);
    expect(await world.index.sourceOf(world.project)).toBe(null);
    expect(await world.index.sourceOf(join(folder, ".."))).toBe(null);
    expect(await world.index.viewOf(folder)).toEqual({
      readable: [join(world.project, ".git")],
      mounts: [{ from: join(world.project, "node_modules"), to: join(folder, "node_modules") }],
    });
  });
});

describe("the merge of a worktree", () => {
  it("brings files, folders, modes, links, moves and removals into the project folder, and all of it can be undone", async () => {
    const world = createWorktreeWorld({
      "a.txt": "a\n",
      "old.txt": "old\n",
      "run.sh": "echo\n",
      "d/x.txt": "x\n",
    });
    const before = world.tree();
    const worktrees = world.start();
    const folder = await open(worktrees, world, "child");
    writeFileSync(join(folder, "a.txt"), "changed\n");
    renameSync(join(folder, "old.txt"), join(folder, "moved.txt"));
    chmodSync(join(folder, "run.sh"), 0o755);
    symlinkSync("a.txt", join(folder, "link"));
    mkdirSync(join(folder, "n/e"), { recursive: true });
    writeFileSync(join(folder, "n/e/w.bin"), Buffer.from([0, 255, 1]));
    rmSync(join(folder, "d"), { recursive: true });
    const merged = await merge(worktrees, "child");
    expect(outcomes(merged)).toEqual({
      ...{
        "a.txt": "merged",
        "old.txt": "merged",
        "moved.txt": "merged",
        "run.sh": "merged",
        link: "merged",
      },
      ...{ "n/e/w.bin": "merged", "d/x.txt": "merged" },
    });
    const files = listTree(folder, "").filter(([path]) => path !== ".git");
    expect(world.tree()).toEqual(Object.fromEntries(files));
    expect(merged.diff).toContain("+changed");
    expect((await world.undo([merged])).map(({ outcome }) => outcome)).not.toContain("changed");
    expect(world.tree()).toEqual(before);
  });

  it("joins changes of different lines by two agents", async () => {
    const world = createWorktreeWorld({ "a.txt": LINES });
    const worktrees = world.start();
    const [one, two] = [await open(worktrees, world, "one"), await open(worktrees, world, "two")];
    writeFileSync(join(one, "a.txt"), LINES.replace("line 2\n", "two\n"));
    writeFileSync(join(two, "a.txt"), LINES.replace("line 11\n", "eleven\n"));
    chmodSync(join(two, "a.txt"), 0o755);
    const before = world.tree();
    const merges = [await merge(worktrees, "one"), await merge(worktrees, "two")];
    expect(merges.map(outcomes)).toEqual([{ "a.txt": "merged" }, { "a.txt": "merged" }]);
    const joined = LINES.replace("line 2\n", "two\n").replace("line 11\n", "eleven\n");
    expect(readFileSync(join(world.project, "a.txt"), "utf8")).toBe(joined);
    expect(statSync(join(world.project, "a.txt")).mode & 0o777).toBe(0o755);
    await world.undo(merges);
    expect(world.tree()).toEqual(before);
  });

  it("keeps the project folder's version and hands over the agent's when both changed the same", async () => {
    const world = createWorktreeWorld({
      "a.txt": LINES,
      "b.bin": "\0one",
      "gone.txt": "g\n",
      "kept.txt": "k\n",
    });
    const worktrees = world.start();
    const folder = await open(worktrees, world, "child");
    const theirs = LINES.replace("line 2\n", "theirs\n");
    writeFileSync(join(folder, "a.txt"), theirs);
    writeFileSync(join(folder, "b.bin"), "\0theirs");
    rmSync(join(folder, "gone.txt"));
    writeFileSync(join(folder, "kept.txt"), "changed\n");
    writeFileSync(join(folder, "new.txt"), "theirs\n");
    world.write("a.txt", LINES.replace("line 2\n", "ours\n"));
    world.write("b.bin", "\0ours");
    world.write("gone.txt", "changed\n");
    rmSync(join(world.project, "kept.txt"));
    world.write("new.txt", "ours\n");
    const before = world.tree();
    const merged = await merge(worktrees, "child");
    expect(world.tree()).toEqual(before);
    expect(merged.changes).toEqual([]);
    expect(
      Object.fromEntries(merged.files.map(({ path, outcome, content }) => [path, [outcome, content?.text]])),
    ).toEqual({
      "a.txt": ["conflict", theirs],
      "b.bin": ["conflict", "\0theirs"].map((text, index) =>
        index === 0 ? text : Buffer.from(text).toString("base64"),
      ),
      "gone.txt": ["conflict", undefined],
      "kept.txt": ["conflict", "changed\n"],
      "new.txt": ["conflict", "theirs\n"],
    });
  });

  it("merges the rest when some paths are in conflict, and reports nothing about equal changes", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n", "b.txt": "b\n", "same.txt": "s\n" });
    const worktrees = world.start();
    const folder = await open(worktrees, world, "child");
    for (const name of ["a.txt", "b.txt", "same.txt"]) writeFileSync(join(folder, name), "theirs\n");
    world.write("a.txt", "ours\n");
    world.write("same.txt", "theirs\n");
    const merged = await merge(worktrees, "child");
    expect(outcomes(merged)).toEqual({ "a.txt": "conflict", "b.txt": "merged" });
    expect(readFileSync(join(world.project, "b.txt"), "utf8")).toBe("theirs\n");
  });

  it("returns the same result to another process, which completes the writes of the first", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n", "b.txt": "b\n" });
    const worktrees = world.start();
    const folder = await open(worktrees, world, "child");
    writeFileSync(join(folder, "a.txt"), "a2\n");
    writeFileSync(join(folder, "b.txt"), "b2\n");
    const first = await merge(worktrees, "child");
    // As if it had died between its two writes.
    world.write("b.txt", "b\n");
    expect(await merge(world.start(), "child")).toEqual(first);
    expect(readFileSync(join(world.project, "b.txt"), "utf8")).toBe("b2\n");
    // A text that a person writes after the decision is not overwritten either.
    world.write("b.txt", "person\n");
    expect(outcomes(await merge(world.start(), "child"))).toEqual({ "a.txt": "merged", "b.txt": "conflict" });
    expect(readFileSync(join(world.project, "b.txt"), "utf8")).toBe("person\n");
  });

  it("returns merges that were begun to another process, in order", async () => {
    const world = createWorktreeWorld({ "a.txt": LINES });
    const worktrees = world.start();
    for (const id of ["one", "two", "three"]) await open(worktrees, world, id);
    await merge(worktrees, "two");
    expect(await world.start().begun(["one", "two", "three"])).toEqual(["two"]);
    await merge(worktrees, "one");
    expect(await world.start().begun(["one", "two", "three", "none"])).toEqual(["two", "one"]);
    await worktrees.remove("two");
    expect(await world.start().begun(["two", "one"])).toEqual(["one"]);
  });

  it("only collects the changes of an agent that did not finish", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n" });
    const worktrees = world.start();
    const folder = await open(worktrees, world, "child");
    writeFileSync(join(folder, "a.txt"), "half\n");
    const before = world.tree();
    const merged = await worktrees.merge("child", "keep");
    expect(merged).toMatchObject({
      changes: [],
      files: [{ path: "a.txt", outcome: "kept", content: { text: "half\n" } }],
    });
    expect(merged?.diff).toContain("+half");
    expect(world.tree()).toEqual(before);
  });

  it("writes through no link that was made meanwhile", async () => {
    const world = createWorktreeWorld({ "d/a.txt": "a\n" });
    const worktrees = world.start();
    const folder = await open(worktrees, world, "child");
    writeFileSync(join(folder, "d/a.txt"), "theirs\n");
    const outside = join(world.project, "../outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "a.txt"), "a\n");
    rmSync(join(world.project, "d"), { recursive: true });
    symlinkSync(outside, join(world.project, "d"));
    expect(outcomes(await merge(worktrees, "child"))).toEqual({ "d/a.txt": "conflict" });
    expect(readFileSync(join(outside, "a.txt"), "utf8")).toBe("a\n");
  });

  it("merges a project folder inside a larger repository", async () => {
    const world = createWorktreeWorld({ "sub/a.txt": "a\n", "other.txt": "o\n" });
    const worktrees = world.start();
    const opened = await worktrees.open("child", join(world.project, "sub"));
    if (!opened.ok) throw new Error(opened.reason);
    writeFileSync(join(opened.folder, "a.txt"), "theirs\n");
    expect(outcomes(await merge(worktrees, "child"))).toEqual({ "a.txt": "merged" });
    expect(readFileSync(join(world.project, "sub/a.txt"), "utf8")).toBe("theirs\n");
    expect(await world.index.viewOf(opened.folder)).toEqual({ readable: [], mounts: [] });
  });
});
