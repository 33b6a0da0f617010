import { execFileSync } from "node:child_process";
import { link, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { containing } from "../../test/expected.ts";
import { temporaryFolder } from "../../test/test-context.ts";
import { type ProjectContextOptions, readProjectContext } from "./project-context.ts";

async function setUp() {
  const base = await temporaryFolder();
  const project = join(base, "project");
  const inner = join(project, "src");
  await mkdir(inner, { recursive: true });
  return { base, project, inner };
}
const inProject: ProjectContextOptions = {
  ascend: false,
  home: null,
  forbiddenFolders: [],
  allowsUncommitted: false,
};
const atTerminal = (home: string | null = null): ProjectContextOptions => ({
  ...inProject,
  ascend: true,
  home,
});

/** Runs git in a folder, as a person does. */
function git(folder: string, ...command: readonly string[]): void {
  const person = ["-c", "user.name=Person", "-c", "user.email=person@example.com"];
  execFileSync("git", ["-C", folder, ...person, ...command], { stdio: "ignore" });
}

describe("readProjectContext", () => {
  it("reads AGENTS.md and AGENTS.local.md of the project folder only, without ascending", async () => {
    const { base, project } = await setUp();
    await writeFile(join(base, "AGENTS.md"), "above");
    await writeFile(join(project, "AGENTS.md"), "shared");
    await writeFile(join(project, "AGENTS.local.md"), "mine");
    expect(await readProjectContext(project, inProject)).toEqual([
      { path: "AGENTS.md", text: "shared" },
      { path: "AGENTS.local.md", text: "mine" },
    ]);
  });

  it("reads a file once when a symlink or hard link leads to it", async () => {
    const { project, inner, base } = await setUp();
    await writeFile(join(base, "AGENTS.md"), "rules");
    await symlink(join(base, "AGENTS.md"), join(project, "AGENTS.md"));
    await link(join(base, "AGENTS.md"), join(inner, "AGENTS.md"));
    const files = await readProjectContext(inner, atTerminal());
    expect(files.filter((file) => file.text === "rules").map((file) => file.path)).toEqual([
      join(base, "AGENTS.md"),
    ]);
  });

  it("trusts the person's own file but no file of the project", async () => {
    const { base, project } = await setUp();
    await mkdir(join(base, "home", ".agents"), { recursive: true });
    await writeFile(join(base, "home", ".agents", "AGENTS.md"), "own");
    await writeFile(join(project, "AGENTS.md"), "shared");
    const files = await readProjectContext(project, atTerminal(join(base, "home")));
    expect(files.map(({ text, trust }) => [text, trust])).toEqual([
      ["shared", undefined],
      ["own", "person"],
    ]);
  });

  it("refuses, with the reason, links out of the folder, to secrets and to forbidden folders", async () => {
    const { base, project } = await setUp();
    await writeFile(join(base, "secret.md"), "secret");
    await writeFile(join(project, ".env"), "secret");
    await mkdir(join(project, "state"));
    await writeFile(join(project, "state", "secret.key"), "secret");
    for (const [target, reason] of [
      [join(base, "secret.md"), "outside the project folder"],
      [".env", "contain secrets"],
      ["state/secret.key", "may not access"],
      ["missing", "broken link"],
    ] as const) {
      await rm(join(project, "AGENTS.md"), { force: true });
      await symlink(target, join(project, "AGENTS.md"));
      const options = { ...inProject, forbiddenFolders: [join(project, "state")] };
      for (const read of [options, { ...options, ascend: true }])
        expect(
          (await readProjectContext(project, read)).map(({ text, refusal }) => [text, refusal]),
          target,
        ).toEqual([["", containing(reason)]]);
    }
  });

  it("refuses a link that leaves the person's home folder, but not one inside it", async () => {
    const { base, project } = await setUp();
    const home = join(base, "home");
    await mkdir(join(home, ".agents"), { recursive: true });
    await mkdir(join(home, "dotfiles"));
    await writeFile(join(home, "dotfiles", "agents.md"), "own");
    await symlink(join(home, "dotfiles", "agents.md"), join(home, ".agents", "AGENTS.md"));
    expect(await readProjectContext(project, atTerminal(home))).toMatchObject([{ text: "own" }]);
    await rm(join(home, ".agents", "AGENTS.md"));
    await writeFile(join(base, "other.md"), "other");
    await symlink(join(base, "other.md"), join(home, ".agents", "AGENTS.md"));
    expect(await readProjectContext(project, atTerminal(home))).toMatchObject([
      { text: "", refusal: containing("outside") },
    ]);
  });

  it("refuses a hard link to a file that is none of the layers", async () => {
    const { base, project } = await setUp();
    await writeFile(join(base, "secret.md"), "secret");
    await link(join(base, "secret.md"), join(project, "AGENTS.md"));
    expect(await readProjectContext(project, inProject)).toEqual([
      { path: "AGENTS.md", text: "", refusal: containing("hard links") },
    ]);
  });

  it("takes instructions of a git working tree only as committed", async () => {
    const { base, project } = await setUp();
    const read = async (options = inProject) =>
      (await readProjectContext(project, options)).map(({ text, refusal }) => text || refusal);
    git(base, "init", "-q");
    await writeFile(join(project, "AGENTS.md"), "by a person\r\n");
    expect(await read()).toEqual([containing("not in the last commit")]);
    git(base, "-c", "core.autocrlf=true", "add", "-A");
    git(base, "commit", "-q", "-m", "rules");
    expect(await read()).toEqual(["by a person\r\n"]);
    await writeFile(join(project, "AGENTS.md"), "by an agent");
    await writeFile(join(project, "AGENTS.local.md"), "new");
    const refused = containing("GOALTRACE_ALLOW_UNCOMMITTED_INSTRUCTIONS=1");
    expect(await read()).toEqual([refused, refused]);
    expect(await read({ ...inProject, allowsUncommitted: true })).toEqual(["by an agent", "new"]);
    expect(await read(atTerminal())).toEqual(["by an agent", "new"]);
  });

  it("refuses instructions when git cannot read the repository", async () => {
    const { project } = await setUp();
    await mkdir(join(project, ".git"));
    await writeFile(join(project, ".git", "HEAD"), "broken");
    await writeFile(join(project, "AGENTS.md"), "rules");
    expect(await readProjectContext(project, inProject)).toEqual([
      { path: "AGENTS.md", text: "", refusal: containing("git could not tell") },
    ]);
  });

  it("reads 200 kB completely, and the beginning of a larger file with its size", async () => {
    const { project } = await setUp();
    await writeFile(join(project, "AGENTS.md"), "x".repeat(200_000));
    await writeFile(join(project, "AGENTS.local.md"), "y".repeat(3_000_000));
    const [whole, part] = await readProjectContext(project, inProject);
    expect(whole?.text.length).toBe(200_000);
    expect(part?.text.length).toBe(1_000_000);
    expect(part?.characters).toBe(3_000_000);
  });

  it("ascends to the root of the disk, outermost first, and names files by their whole path", async () => {
    const { base, project, inner } = await setUp();
    for (const folder of [base, project, inner]) await writeFile(join(folder, "AGENTS.md"), folder);
    await writeFile(join(inner, "AGENTS.local.md"), "local");
    const files = await readProjectContext(inner, atTerminal());
    expect(files).toEqual([
      { path: join(base, "AGENTS.md"), text: base },
      { path: join(project, "AGENTS.md"), text: project },
      { path: join(inner, "AGENTS.md"), text: inner },
      { path: join(inner, "AGENTS.local.md"), text: "local" },
    ]);
  });

  it("ignores the person's own file unless it ascends", async () => {
    const { base, project } = await setUp();
    await mkdir(join(base, "home", ".agents"), { recursive: true });
    await writeFile(join(base, "home", ".agents", "AGENTS.md"), "own");
    expect(await readProjectContext(project, { ...inProject, home: join(base, "home") })).toEqual([]);
  });

  it("skips blank and missing files, and refuses broken links and folders", async () => {
    const { base, project } = await setUp();
    await writeFile(join(project, "AGENTS.md"), " \n");
    expect(await readProjectContext(project, inProject)).toEqual([]);
    await symlink(join(base, "gone"), join(project, "AGENTS.local.md"));
    expect(await readProjectContext(project, inProject)).toEqual([
      {
        ...{ path: "AGENTS.local.md", text: "" },
        refusal: "The path goes through a broken link. Use the real path.",
      },
    ]);
    await mkdir(join(base, "other", "AGENTS.md"), { recursive: true });
    expect(await readProjectContext(join(base, "other"), inProject)).toEqual([
      { path: "AGENTS.md", text: "", refusal: "This is a directory, not a file. Use list_directory." },
    ]);
    expect(await readProjectContext(join(base, "missing"), inProject)).toEqual([]);
  });

  it("accepts a link to another file of the project folder", async () => {
    const { project, inner } = await setUp();
    await writeFile(join(inner, "rules.md"), "rules");
    await symlink(join(inner, "rules.md"), join(project, "AGENTS.md"));
    expect(await readProjectContext(project, inProject)).toEqual([{ path: "AGENTS.md", text: "rules" }]);
  });

  it("drops half a character at the end of a file that is read in part", async () => {
    const { project } = await setUp();
    await writeFile(join(project, "AGENTS.md"), `${"x".repeat(999_999)}é`);
    const [file] = await readProjectContext(project, inProject);
    expect(file?.text).toBe("x".repeat(999_999));
    expect(file?.characters).toBe(1_000_001);
    await writeFile(join(project, "AGENTS.md"), "x".repeat(1_000_000));
    expect(await readProjectContext(project, inProject)).toEqual([
      { path: "AGENTS.md", text: "x".repeat(1_000_000) },
    ]);
  });
});
