import { execFileSync } from "node:child_process";
import { link, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/test-context.ts";
import { type ProjectSkill, readProjectSkillFile, readProjectSkills } from "./project-skills.ts";

const OPTIONS = { forbiddenFolders: [], allowsUncommitted: true };
const text = (name: string): string => `---\nname: ${name}\ndescription: About ${name}.\n---\nDo it.`;

async function write(project: string, path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), content);
}

/** The skills by folder with whether they are offered and their problems. */
function outcome(skills: readonly ProjectSkill[]): unknown {
  return skills.map(({ path, skill, problems }) => [path, skill !== null, problems.map(({ code }) => code)]);
}

describe("readProjectSkills", () => {
  it("reads the skills of both places with their files, and the first of two with one name", async () => {
    const project = await temporaryFolder();
    await write(project, ".goaltrace/skills/one/SKILL.md", text("one"));
    await write(project, ".goaltrace/skills/one/references/a.md", "A");
    await write(project, ".agents/skills/one/SKILL.md", text("one"));
    await write(project, ".agents/skills/two/skill.md", text("two"));
    const skills = await readProjectSkills(project, OPTIONS);
    expect(outcome(skills)).toEqual([
      [".goaltrace/skills/one", true, []],
      [".agents/skills/one", false, ["shadowed"]],
      [".agents/skills/two", true, []],
    ]);
    expect(skills[0]?.files).toEqual([{ path: "references/a.md", bytes: 1 }]);
  });

  it("finds none in a folder without skills, or that does not exist", async () => {
    const project = await temporaryFolder();
    expect(await readProjectSkills(project, OPTIONS)).toEqual([]);
    expect(await readProjectSkills(join(project, "none"), OPTIONS)).toEqual([]);
  });

  it("refuses what could lead outside or is too large, with the reason, and reads the rest", async () => {
    const project = await temporaryFolder();
    const outside = await temporaryFolder();
    await write(outside, "secret.md", text("linked"));
    const at = (name: string): string => `.agents/skills/${name}`;
    await write(project, `${at("good")}/SKILL.md`, text("good"));
    await write(project, `${at("empty")}/notes.md`, "");
    await write(
      project,
      `${at("latin")}/SKILL.md`,
      Buffer.from("---\nname: latin\ndescription: caf\xe9\n---", "latin1"),
    );
    await write(project, `${at("huge")}/SKILL.md`, Buffer.alloc(10_000_000, "a"));
    await write(project, `${at("big-file")}/SKILL.md`, text("big-file"));
    await write(project, `${at("big-file")}/data.bin`, Buffer.alloc(10_000_000));
    await write(project, `${at("links")}/SKILL.md`, text("links"));
    await symlink(join(outside, "secret.md"), join(project, at("links"), "secret.md"));
    await mkdir(join(project, at("linked")));
    await symlink(join(outside, "secret.md"), join(project, at("linked"), "SKILL.md"));
    await write(project, `${at("hard")}/SKILL.md`, text("hard"));
    await link(join(outside, "secret.md"), join(project, at("hard"), "secret.md"));
    await symlink(outside, join(project, at("whole")));
    expect(outcome(await readProjectSkills(project, OPTIONS))).toEqual([
      [at("big-file"), false, ["large_file"]],
      [at("empty"), false, ["missing_file"]],
      [at("good"), true, []],
      [at("hard"), false, ["link"]],
      [at("huge"), false, ["too_large"]],
      [at("latin"), false, ["not_utf8"]],
      [at("linked"), false, ["link"]],
      [at("links"), false, ["link"]],
      [at("whole"), false, ["missing_file"]],
    ]);
  });

  it("refuses more files than a skill may have, however deep", async () => {
    const project = await temporaryFolder();
    await write(project, ".agents/skills/many/SKILL.md", text("many"));
    for (let index = 0; index <= 100; index += 1)
      await write(project, `.agents/skills/many/f/${String(index)}.md`, "");
    await write(project, ".agents/skills/odd/SKILL.md", text("odd"));
    for (let index = 0; index <= 100; index += 1)
      await write(project, `.agents/skills/odd/f/${String(index)}?.md`, "");
    const skills = await readProjectSkills(project, OPTIONS);
    expect(skills.map(({ skill, problems }) => [skill, problems.at(-1)?.code])).toEqual([
      [null, "many_files"],
      [null, "many_files"],
    ]);
  });

  it("leaves out files and folders whose paths cannot be used everywhere, with a warning", async () => {
    const project = await temporaryFolder();
    await write(project, ".agents/skills/odd/SKILL.md", text("odd"));
    for (const path of ["a.md", "what?.md", "con/b.md", `${"d/".repeat(9)}x.md`])
      await write(project, `.agents/skills/odd/${path}`, "A");
    const [odd] = await readProjectSkills(project, OPTIONS);
    expect(odd?.skill).not.toBeNull();
    expect(odd?.files).toEqual([{ path: "a.md", bytes: 1 }]);
    expect(odd?.problems.map(({ code, found }) => [code, found])).toEqual([
      ["unusable_path", "con"],
      ["unusable_path", "d/d/d/d/d/d/d"],
      ["unusable_path", "what?.md"],
    ]);
  });

  it("refuses a skill that no person has committed, unless such files are allowed", async () => {
    const project = await temporaryFolder();
    const git = (...command: readonly string[]): void => {
      const person = ["-c", "user.name=Person", "-c", "user.email=person@example.com"];
      execFileSync("git", ["-C", project, ...person, ...command], { stdio: "ignore" });
    };
    git("init");
    for (const name of ["kept", "changed"])
      await write(project, `.agents/skills/${name}/SKILL.md`, text(name));
    git("add", ".");
    git("commit", "-m", "Add skills");
    await write(project, ".agents/skills/changed/SKILL.md", `${text("changed")} And more.`);
    await write(project, ".agents/skills/new/SKILL.md", text("new"));
    expect(outcome(await readProjectSkills(project, { ...OPTIONS, allowsUncommitted: false }))).toEqual([
      [".agents/skills/changed", false, ["uncommitted"]],
      [".agents/skills/kept", true, []],
      [".agents/skills/new", false, ["uncommitted"]],
    ]);
    const allowed = await readProjectSkills(project, OPTIONS);
    expect(allowed.every(({ skill }) => skill !== null)).toBe(true);
  });
});

describe("readProjectSkillFile", () => {
  it("reads a file of a skill, and nothing outside the project", async () => {
    const project = await temporaryFolder();
    await write(project, ".agents/skills/one/references/a.md", "A");
    const read = async (path: string): Promise<unknown> =>
      await readProjectSkillFile(project, ".agents/skills/one", { path, forbiddenFolders: [] });
    expect(await read("references/a.md")).toEqual({ ok: true, text: "A" });
    expect(await read("../../../../x")).toMatchObject({ ok: false });
    expect(await read("references/none.md")).toMatchObject({ ok: false });
  });
});
