import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeOrigin } from "./worktree-record.ts";
import { createWorktreeWorld } from "../../test/worktree-world.ts";
import { createVault } from "../secrets/vault.ts";
import { openLocalVersions } from "../undo/local-versions.ts";
import { createVersionSeal } from "../undo/sealed-bytes.ts";

it.each([
  ["has died", true],
  ["works on it", false],
])(
  "lists a worktree that is not complete with its workspace, and whether its process %s",
  async (_, hasDied) => {
    const world = createWorktreeWorld({ "a.txt": "a\n" });
    const place = join(world.home, "worktrees", "child");
    mkdirSync(place, { recursive: true });
    world.git("worktree", "add", "--detach", "--no-checkout", join(place, "tree"), "HEAD");
    const seal = createVersionSeal(createVault("a secret for tests, long enough"));
    const pid = hasDied ? spawnSync(process.execPath, ["--version"]).pid : process.pid;
    await writeOrigin(openLocalVersions(join(place, "versions"), seal), {
      ...{ owner: "w", top: world.project, openedAt: 5, maker: { host: hostname(), pid } },
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
