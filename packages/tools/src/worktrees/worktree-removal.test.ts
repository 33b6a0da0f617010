import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeOrigin } from "./worktree-record.ts";
import { createWorktreeWorld } from "../../test/worktree-world.ts";
import { PROCESS_START } from "../process/process-start.ts";
import { createVault } from "../secrets/vault.ts";
import { openLocalVersions } from "../undo/local-versions.ts";
import { createVersionSeal } from "../undo/sealed-bytes.ts";

const ended = (): number => spawnSync(process.execPath, ["--version"]).pid;

it.each([
  ["has died", true, () => ({ pid: ended(), start: "0a0a0a0a" })],
  ["of an earlier version has died", true, () => ({ pid: ended() })],
  ["had the number of this one", true, () => ({ pid: process.pid, start: "0a0a0a0a" })],
  ["works on it", false, () => ({ pid: process.pid, start: PROCESS_START })],
  ["of an earlier version works on it", false, () => ({ pid: process.pid })],
])(
  "lists a worktree that is not complete with its workspace, and whether its process %s",
  async (_, hasDied, maker) => {
    const world = createWorktreeWorld({ "a.txt": "a\n" });
    const place = join(world.home, "worktrees", "child");
    mkdirSync(place, { recursive: true });
    world.git("worktree", "add", "--detach", "--no-checkout", join(place, "tree"), "HEAD");
    const seal = createVersionSeal(createVault("a secret for tests, long enough"));
    await writeOrigin(openLocalVersions(join(place, "versions"), seal), {
      ...{ owner: "w", top: world.project, openedAt: 5, maker: { host: hostname(), ...maker() } },
    });
    expect(await world.index.list()).toEqual([
      { childTraceId: "child", owner: "w", openedAt: 5, isRemoved: false, isAbandoned: hasDied },
    ]);
    await world.start().remove("child");
    expect(readdirSync(join(world.home, "worktrees"))).toEqual([]);
    // Git does not know of it any more.
    expect(world.git("worktree", "list").trim().split("\n")).toHaveLength(1);
  },
);

it("keeps the workspace of a complete worktree, and its process", async () => {
  const world = createWorktreeWorld({ "a.txt": "a\n" });
  expect((await world.start().open("child", world.project)).ok).toBe(true);
  expect(await world.index.list()).toMatchObject([{ childTraceId: "child", owner: "w", isAbandoned: false }]);
});

it("deletes the rest of an interrupted removal and keeps the worktree that has the same id since", async () => {
  const world = createWorktreeWorld({ "a.txt": "a\n" });
  const worktrees = world.start();
  expect((await worktrees.open("child", world.project)).ok).toBe(true);
  const folder = join(world.home, "worktrees");
  mkdirSync(join(folder, "child.removed/versions"), { recursive: true });
  expect((await world.index.list()).map(({ isRemoved }) => isRemoved).sort()).toEqual([false, true]);
  await worktrees.removeRest("child");
  expect(readdirSync(folder)).toEqual(["child"]);
  expect(readFileSync(join(folder, "child/tree/a.txt"), "utf8")).toBe("a\n");
  expect(world.git("worktree", "list").trim().split("\n")).toHaveLength(2);
});
