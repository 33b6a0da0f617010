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

  it("reads CLAUDE.md where there is no AGENTS.md", async () => {
    const { project, inner } = await setUp();
    await writeFile(join(project, "CLAUDE.md"), "alias");
    expect(await readProjectContext(project, inProject)).toEqual([{ path: "CLAUDE.md", text: "alias" }]);
    await writeFile(join(project, "AGENTS.md"), "rules");
    expect(await readProjectContext(project, inProject)).toEqual([{ path: "AGENTS.md", text: "rules" }]);
    await writeFile(join(inner, "CLAUDE.md"), "inner alias");
    expect((await readProjectContext(inner, atTerminal())).map(({ text }) => text)).toEqual([
      ...["rules", "inner alias"],
    ]);
  });

  it("adds the instructions of touched folders, from the outside in", async () => {
    const { base, project } = await setUp();
    await mkdir(join(project, "src", "pay"), { recursive: true });
    await writeFile(join(project, "AGENTS.md"), "root");
    await writeFile(join(project, "AGENTS.local.md"), "local");
    await writeFile(join(project, "src", "CLAUDE.md"), "src");
    await writeFile(join(project, "src", "pay", "AGENTS.md"), "pay");
    await writeFile(join(base, "AGENTS.md"), "outside");
    const read = async (...touchedFolders: readonly string[]) =>
      (await readProjectContext(project, { ...inProject, touchedFolders })).map(({ path: name }) => name);
    expect(await read()).toEqual(["AGENTS.md", "AGENTS.local.md"]);
    expect(await read("src", "src/pay", "gone")).toEqual([
      ...["AGENTS.md", "src/CLAUDE.md", "src/pay/AGENTS.md", "AGENTS.local.md"],
    ]);
    expect(await readProjectContext(project, { ...inProject, touchedFolders: [".."] })).toContainEqual({
      ...{ path: "../AGENTS.md", text: "" },
      refusal: containing("outside the project folder"),
    });
  });

  it("adds the files that a layer includes behind it, once, even when they include each other", async () => {
    const { project } = await setUp();
    await mkdir(join(project, "docs"));
    await writeFile(join(project, "AGENTS.md"), "Read @docs/style.md, @docs/tests.md and @missing.md.");
    await writeFile(join(project, "AGENTS.local.md"), "local @docs/style.md");
    await writeFile(join(project, "docs", "style.md"), "style: @../AGENTS.md @tests.md");
    await writeFile(join(project, "docs", "tests.md"), "tests: @style.md");
    expect((await readProjectContext(project, inProject)).map(({ path: name }) => name)).toEqual([
      ...["AGENTS.md", "docs/style.md", "docs/tests.md", "AGENTS.local.md"],
    ]);
  });

  it("refuses included files outside of the folder, with secrets or by links that leave it", async () => {
    const { base, project } = await setUp();
    await writeFile(join(base, "secret.md"), "secret");
    await mkdir(join(project, ".env"));
    await writeFile(join(project, ".env", "key.md"), "secret");
    await writeFile(join(base, "other.md"), "secret");
    await symlink(join(base, "other.md"), join(project, "link.md"));
    await writeFile(join(project, "AGENTS.md"), "@../secret.md @link.md @a/../.env/key.md");
    await mkdir(join(project, "a"));
    const [, ...included] = await readProjectContext(project, inProject);
    expect(included.map(({ text, refusal }) => [text, refusal])).toEqual([
      ["", containing("outside the project folder")],
      ["", containing("outside the project folder")],
      ["", containing("contain secrets")],
    ]);
  });

  it("follows includes four levels deep and 30 files in all, and reports the rest", async () => {
    const { project } = await setUp();
    await writeFile(join(project, "AGENTS.md"), "@1.md");
    for (let level = 1; level <= 6; level += 1)
      await writeFile(join(project, `${level}.md`), `level @${level + 1}.md`);
    const deep = await readProjectContext(project, inProject);
    expect(deep.map(({ path: name, refusal }) => [name, refusal])).toEqual([
      ...["AGENTS.md", "1.md", "2.md", "3.md", "4.md"].map((name) => [name, undefined]),
      ["5.md", containing("4 levels deep")],
    ]);
    const names = Array.from({ length: 40 }, (_, index) => `rule-${index}.md`);
    for (const name of names) await writeFile(join(project, name), "rule");
    await writeFile(join(project, "AGENTS.md"), names.map((name) => `@${name}`).join(" "));
    const many = await readProjectContext(project, inProject);
    expect(many.filter(({ refusal }) => refusal === undefined)).toHaveLength(30);
    expect(many.at(-1)?.refusal).toContain("at most 30 files");
  });

  it("takes included files of a git working tree only as committed", async () => {
    const { base, project } = await setUp();
    git(base, "init", "-q");
    await writeFile(join(project, "AGENTS.md"), "@rules.md");
    await writeFile(join(project, "rules.md"), "by a person");
    git(base, "add", "-A");
    git(base, "commit", "-q", "-m", "rules");
    await writeFile(join(project, "rules.md"), "by an agent");
    expect(
      (await readProjectContext(project, inProject)).map(({ text, refusal }) => text || refusal),
    ).toEqual([...["@rules.md", containing("not in the last commit")]]);
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
