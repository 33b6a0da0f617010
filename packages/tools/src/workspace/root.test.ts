import { link, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { containing } from "../../test/expected.ts";
import { temporaryFolder } from "../../test/test-context.ts";
import { openFileInside } from "./open-inside.ts";
import { resolveInside } from "./root.ts";
import { temporaryName } from "./temporary-name.ts";
import { writeInside } from "./write-inside.ts";

async function setUp() {
  const base = await temporaryFolder();
  const project = join(base, "project");
  const outside = join(base, "outside");
  await mkdir(join(project, "src"), { recursive: true });
  await mkdir(outside);
  await writeFile(join(outside, "secret.txt"), "secret");
  await writeFile(join(project, "src/a.ts"), "a");
  const folders = { projectFolder: project, forbiddenFolders: [join(project, "data")] };
  return { project, outside, folders };
}

describe("resolveInside", () => {
  it("accepts relative paths, inner .. and absolute paths inside the project folder", async () => {
    const { project, folders } = await setUp();
    for (const path of ["src/a.ts", "src/../src/a.ts", join(project, "src/a.ts"), "./src//a.ts"]) {
      expect(await resolveInside(folders, path, "read")).toMatchObject({
        ok: true,
        relative: "src/a.ts",
        missing: [],
      });
    }
    expect(await resolveInside(folders, "new/deep/b.ts", "write")).toMatchObject({
      ok: true,
      relative: "new/deep/b.ts",
      missing: ["new", "deep", "b.ts"],
    });
  });

  it("accepts absolute paths in a project folder that is reached through a link", async () => {
    const { project, outside, folders } = await setUp();
    const alias = join(outside, "alias");
    await symlink(project, alias);
    expect(
      await resolveInside({ ...folders, projectFolder: alias }, join(alias, "src/a.ts"), "read"),
    ).toMatchObject({ ok: true, relative: "src/a.ts" });
  });

  it("explains why a path cannot be used", async () => {
    const { project, outside, folders } = await setUp();
    await symlink(join(outside, "not-yet"), join(project, "dangling"));
    await symlink("loop", join(project, "loop"));
    const messageOf = async (
      path: string,
      run: Parameters<typeof resolveInside>[0] = folders,
    ): Promise<unknown> => await resolveInside(run, path, "read");
    const refused = (message: string): unknown => ({ ok: false, message });
    expect(await messageOf("a", { ...folders, projectFolder: null })).toEqual(
      refused("This run has no project folder, so there are no files to work with."),
    );
    expect(await messageOf("a\0b")).toEqual(refused("A path cannot contain a NUL character."));
    expect(await messageOf("a", { ...folders, projectFolder: join(project, "gone") })).toEqual(
      refused("The project folder does not exist."),
    );
    expect(await messageOf("dangling")).toEqual(
      refused("The path goes through a broken link. Use the real path."),
    );
    expect(await messageOf("src/a.ts/b")).toEqual(refused("A part of the path is a file, not a directory."));
    expect(await messageOf("loop")).toEqual(
      refused("The path is a link that cannot be followed. Use the real path."),
    );
  });

  it("names the folder itself with a dot", async () => {
    const { project, folders } = await setUp();
    expect(await resolveInside(folders, ".", "read")).toEqual({
      ...{ ok: true, relative: ".", absolute: project, existing: project, missing: [] },
      fence: { root: project, forbidden: folders.forbiddenFolders, allowsProtectedWrites: false },
    });
  });

  it.each([
    "..",
    "../outside/secret.txt",
    "src/../../outside/secret.txt",
    "/etc/passwd",
    "a\0b",
    "../project-other/x",
  ])("rejects %j", async (path) => {
    const { folders } = await setUp();
    expect(await resolveInside(folders, path, "read")).toMatchObject({ ok: false });
  });

  it("rejects links to files and directories outside, dangling links, and new files below them", async () => {
    const { project, outside, folders } = await setUp();
    await symlink(join(outside, "secret.txt"), join(project, "file-link"));
    await symlink(outside, join(project, "folder-link"));
    await symlink(join(outside, "not-yet"), join(project, "dangling"));
    for (const path of [
      "file-link",
      "folder-link/secret.txt",
      "folder-link/new.txt",
      "folder-link/a/b.txt",
      "dangling",
      "dangling/x",
    ]) {
      expect(await resolveInside(folders, path, "write"), path).toMatchObject({ ok: false });
    }
  });

  it("follows links that stay inside and reports their real path", async () => {
    const { project, folders } = await setUp();
    await symlink("src", join(project, "alias"));
    expect(await resolveInside(folders, "alias/a.ts", "read")).toMatchObject({
      ok: true,
      relative: "src/a.ts",
    });
  });

  it("rejects forbidden folders and environment files, even through links, and writes to git data", async () => {
    const { project, folders } = await setUp();
    await mkdir(join(project, "data"));
    await mkdir(join(project, ".git/hooks"), { recursive: true });
    await writeFile(join(project, ".env"), "KEY=1");
    await symlink(".env", join(project, "notes.txt"));
    await symlink("data", join(project, "innocent"));
    for (const path of [
      "data",
      "data/x",
      "innocent/x",
      ".env",
      "src/.env.local",
      ".ENV",
      "notes.txt",
      ".envrc",
    ]) {
      expect(await resolveInside(folders, path, "read"), path).toMatchObject({ ok: false });
    }
    expect(await resolveInside(folders, ".git/hooks/pre-commit", "write")).toMatchObject({ ok: false });
    expect(await resolveInside(folders, ".git/hooks", "read")).toMatchObject({ ok: true });
    expect(await resolveInside(folders, ".env.example", "read")).toMatchObject({ ok: true });
  });
});

describe("protected files", () => {
  it.each([
    ...["AGENTS.md", "src/agents.local.md", "CLAUDE.md", ".claude/settings.json", ".cursor/rules/a.mdc"],
    ...[".github/copilot-instructions.md", ".mcp.json", ".vscode/tasks.json", ".github/workflows/ci.yml"],
    ...[".GitHub/Actions/a/action.yml", ".npmrc", "web/.npmrc", ".husky/pre-commit", ".gitlab-ci.yml"],
  ])("can be read but not written: %s", async (path) => {
    const { folders } = await setUp();
    expect(await resolveInside(folders, path, "read")).toMatchObject({ ok: true });
    expect(await resolveInside(folders, path, "write")).toMatchObject({
      ok: false,
      message: containing("GOALTRACE_ALLOW_PROTECTED_WRITES=1"),
    });
    expect(await resolveInside({ ...folders, allowsProtectedWrites: true }, path, "write")).toMatchObject({
      ok: true,
    });
  });

  it("are not written through a link", async () => {
    const { project, folders } = await setUp();
    await writeFile(join(project, "AGENTS.md"), "rules");
    await symlink("AGENTS.md", join(project, "notes.md"));
    expect(await resolveInside(folders, "notes.md", "write")).toMatchObject({ ok: false });
  });

  it.each(["package.json", "docs/agents.txt", "agents/readme.md", ".github/CODEOWNERS", "workflows/a.yml"])(
    "do not include %s",
    async (path) => {
      const { folders } = await setUp();
      expect(await resolveInside(folders, path, "write")).toMatchObject({ ok: true });
    },
  );

  it("stay protected with the setting when they are git's own", async () => {
    const { folders } = await setUp();
    const allowed = { ...folders, allowsProtectedWrites: true };
    expect(await resolveInside(allowed, ".git/hooks/pre-commit", "write")).toMatchObject({ ok: false });
  });
});

describe("hard links", () => {
  it("are refused, because they show a file of another folder", async () => {
    const { project, outside, folders } = await setUp();
    await link(join(outside, "secret.txt"), join(project, "notes.txt"));
    const target = await resolveInside(folders, "notes.txt", "read");
    if (!target.ok) throw new Error(target.message);
    expect(await openFileInside(target.fence, target.absolute, "read")).toEqual({
      ok: false,
      isLinked: true,
      message: containing("hard links"),
    });
  });

  it("that a dying process left beside a file it created do not count", async () => {
    const { project, folders } = await setUp();
    await link(join(project, "src/a.ts"), join(project, "src", temporaryName("u")));
    const target = await resolveInside(folders, "src/a.ts", "write");
    if (!target.ok) throw new Error(target.message);
    const opened = await openFileInside(target.fence, target.absolute, "write");
    expect(opened.ok).toBe(true);
    if (opened.ok) await opened.handle.close();
  });
});

describe("links created after the check", () => {
  it("refuses to open a file that became a link", async () => {
    const { project, outside, folders } = await setUp();
    const target = await resolveInside(folders, "src/a.ts", "read");
    if (!target.ok) throw new Error(target.message);
    await rm(join(project, "src/a.ts"));
    await symlink(join(outside, "secret.txt"), join(project, "src/a.ts"));
    expect(await openFileInside(target.fence, target.absolute, "read")).toMatchObject({ ok: false });
  });

  it("refuses to open a file whose directory became a link", async () => {
    const { project, outside, folders } = await setUp();
    await writeFile(join(project, "src/secret.txt"), "mine");
    const target = await resolveInside(folders, "src/secret.txt", "read");
    if (!target.ok) throw new Error(target.message);
    await rm(join(project, "src"), { recursive: true });
    await symlink(outside, join(project, "src"));
    expect(await openFileInside(target.fence, target.absolute, "read")).toMatchObject({
      ok: false,
      message: containing("outside"),
    });
  });

  it("refuses to write into a directory that became a link, and never writes through a new link", async () => {
    const { project, outside, folders } = await setUp();
    const below = await resolveInside(folders, "src/new.txt", "write");
    const beside = await resolveInside(folders, "new.txt", "write");
    const deep = await resolveInside(folders, "made/new.txt", "write");
    if (!below.ok || !beside.ok || !deep.ok) throw new Error("refused");
    await rm(join(project, "src"), { recursive: true });
    await symlink(outside, join(project, "src"));
    await symlink(outside, join(project, "made"));
    await symlink(join(outside, "made.txt"), join(project, "new.txt"));
    for (const target of [below, beside, deep]) {
      expect(
        await writeInside({ target, bytes: Buffer.from("x"), expected: null, uniqueName: "u" }),
      ).toMatchObject({ ok: false });
    }
    const { readdir } = await import("node:fs/promises");
    expect(await readdir(outside)).toEqual(["secret.txt"]);
  });
});
