import { link, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/test-context.ts";
import { readProjectContext } from "./project-context.ts";

async function setUp() {
  const base = await temporaryFolder();
  const project = join(base, "project");
  const inner = join(project, "src");
  await mkdir(inner, { recursive: true });
  return { base, project, inner };
}
const inProject = { ascend: false, home: null };

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
    const files = await readProjectContext(inner, { ascend: true, home: null });
    expect(files.filter((file) => file.text === "rules").map((file) => file.path)).toEqual([
      join(base, "AGENTS.md"),
    ]);
  });

  it("trusts the person's own file but no file of the project", async () => {
    const { base, project } = await setUp();
    await mkdir(join(base, "home", ".agents"), { recursive: true });
    await writeFile(join(base, "home", ".agents", "AGENTS.md"), "own");
    await writeFile(join(project, "AGENTS.md"), "shared");
    const files = await readProjectContext(project, { ascend: true, home: join(base, "home") });
    expect(files.map(({ text, trust }) => [text, trust])).toEqual([
      ["shared", undefined],
      ["own", "person"],
    ]);
  });

  it("skips a link that leads out of the project folder", async () => {
    const { base, project } = await setUp();
    await writeFile(join(base, "secret.md"), "secret");
    await symlink(join(base, "secret.md"), join(project, "AGENTS.md"));
    expect(await readProjectContext(project, inProject)).toEqual([]);
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
    const files = await readProjectContext(inner, { ascend: true, home: null });
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
    expect(await readProjectContext(project, { ascend: false, home: join(base, "home") })).toEqual([]);
  });

  it("skips blank files, folders, broken links and what cannot be read", async () => {
    const { base, project } = await setUp();
    await writeFile(join(project, "AGENTS.md"), " \n");
    await symlink(join(base, "gone"), join(project, "AGENTS.local.md"));
    expect(await readProjectContext(project, inProject)).toEqual([]);
    await mkdir(join(base, "other", "AGENTS.md"), { recursive: true });
    expect(await readProjectContext(join(base, "other"), inProject)).toEqual([]);
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
