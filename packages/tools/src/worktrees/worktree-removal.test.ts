import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createWorktreeWorld } from "../../test/worktree-world.ts";

it("lists a worktree whose removal did not end as due, and ends the removal", async () => {
  const world = createWorktreeWorld({ "a.txt": "a\n" });
  const folder = join(world.home, "worktrees");
  // As a process leaves it that dies in the middle: its record may be gone already.
  mkdirSync(join(folder, "child-going", "versions", "ab"), { recursive: true });
  writeFileSync(join(folder, "child-going", "versions", "ab", "abc"), "sealed");
  expect(await world.index.list()).toEqual([{ childTraceId: "child-going", owner: null, openedAt: 0 }]);
  await world.start().remove("child-going");
  expect(readdirSync(folder)).toEqual([]);
});

it("removes a worktree although an earlier removal of one of its name did not end", async () => {
  const world = createWorktreeWorld({ "a.txt": "a\n" });
  const worktrees = world.start();
  const opened = await worktrees.open("child", world.project);
  expect(opened.ok).toBe(true);
  const folder = join(world.home, "worktrees");
  mkdirSync(join(folder, "child-going", "versions"), { recursive: true });
  await worktrees.remove("child");
  expect(readdirSync(folder)).toEqual([]);
  expect(world.git("worktree", "list").trim().split("\n")).toHaveLength(1);
});
