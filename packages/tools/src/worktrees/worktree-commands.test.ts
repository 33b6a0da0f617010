import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolResult } from "@goaltrace/core";
import { createToolRun } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { createWorktreeWorld, type WorktreeWorld } from "../../test/worktree-world.ts";
import { bashCommandTool } from "../execution/bash-command.ts";
import { createSandbox } from "../process/sandbox.ts";
import { readFileTool } from "../files/read-file.ts";
import { writeFileTool } from "../files/write-file.ts";

const sandbox = createSandbox();
const { strength } = await sandbox.report();

async function open(world: WorktreeWorld): Promise<string> {
  const opened = await world.start().open("child", world.project);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.folder;
}

const runIn = (world: WorktreeWorld, projectFolder: string) =>
  createToolRun({ projectFolder, forbiddenFolders: [world.home] });

describe("the file tools of an agent in a worktree", () => {
  it("work in it, and reach nothing else of the server's folder or the project", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n" });
    const folder = await open(world);
    const run = runIn(world, folder);
    const written = await run.call(writeFileTool, { path: "b.txt", content: "b\n" });
    expect(written.outcome ?? "ok").toBe("ok");
    expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("b\n");
    for (const path of ["../versions/manifest", join(world.project, "a.txt"), join(world.home, "secret")]) {
      const result = await run.call(readFileTool, { path });
      expect(result.outcome, path).toBe("error");
      expect(result.output).toContain("outside the project folder");
    }
    const escaped = await run.call(writeFileTool, { path: ".git", content: "gitdir: /elsewhere" });
    expect(escaped.output).toContain("cannot be written");
  });
});

describe.skipIf(strength !== "enforcing")("a command of an agent in a worktree", () => {
  const command = async (world: WorktreeWorld, folder: string, text: string): Promise<ToolResult> =>
    await runIn(world, folder).call(
      bashCommandTool({ sandbox, variables: process.env, worktrees: world.index }),
      {
        command: text,
      },
    );

  it("changes the worktree alone, and sees the repository with git", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n" });
    const folder = await open(world);
    const result = await command(
      world,
      folder,
      `echo b > a.txt; git status --porcelain; git log --format=%s; echo x > ${world.project}/a.txt`,
    );
    expect(result.output).toContain(" M a.txt\nBegin\n");
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("b\n");
    expect(readFileSync(join(world.project, "a.txt"), "utf8")).toBe("a\n");
  });

  it.each([
    ["the file that names the repository", "rm -f .git; mv .git x; echo gitdir: /tmp > .git"],
    [
      "the repository",
      `git commit --allow-empty -m x; git config core.pager evil; touch "$(git rev-parse --git-common-dir)/hooks/pre-commit"`,
    ],
    ["what the server knows of the worktree", "echo x > ../versions/manifest; touch ../x"],
  ])("cannot change %s", async (_, text) => {
    const world = createWorktreeWorld({ "a.txt": "a\n" });
    const folder = await open(world);
    const before = [
      readFileSync(join(folder, ".git"), "utf8"),
      world.git("log", "--all", "--format=%H"),
      world.git("config", "-l"),
    ];
    await command(world, folder, text);
    const after = [
      readFileSync(join(folder, ".git"), "utf8"),
      world.git("log", "--all", "--format=%H"),
      world.git("config", "-l"),
    ];
    expect(after).toEqual(before);
    expect(existsSync(join(world.project, ".git/hooks/pre-commit"))).toBe(false);
    expect(await world.index.sourceOf(folder)).toBe(world.project);
    expect(existsSync(join(folder, "../x"))).toBe(false);
  });

  it("reads the installed packages of the project, and cannot change them", async () => {
    const world = createWorktreeWorld({ "a.txt": "a\n", ".gitignore": "node_modules\n" });
    mkdirSync(join(world.project, "node_modules/lib"), { recursive: true });
    writeFileSync(join(world.project, "node_modules/lib/index.js"), "module.exports = 42;");
    const folder = await open(world);
    const result = await command(
      world,
      folder,
      "node -p 'require(\"lib\")'; echo 1 > node_modules/lib/index.js; git status --porcelain",
    );
    expect(result.output).toMatch(/^42\n.*Read-only/su);
    expect(result.output).not.toContain("??");
    expect(readFileSync(join(world.project, "node_modules/lib/index.js"), "utf8")).toBe(
      "module.exports = 42;",
    );
  });
});
