import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILT_IN_SKILLS } from "@goaltrace/core/skills";
import { skillTools, createToolSet } from "@goaltrace/core/tools";
import { defineTool } from "@goaltrace/core";
import type { RunSkills, StoredSkill } from "@goaltrace/core/ports";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { createRunPermission } from "../permissions/run-permission.ts";
import { workspaceSkill } from "./layered-skill.ts";
import { createRunSkills, type SkillParts } from "./run-skills.ts";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function projectWith(name: string, front: string): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "skills-"));
  folders.push(project);
  await mkdir(join(project, ".agents/skills", name, "references"), { recursive: true });
  await writeFile(join(project, ".agents/skills", name, "SKILL.md"), `---\n${front}\n---\nDo it.`);
  await writeFile(join(project, ".agents/skills", name, "references", "a.md"), "A");
  return project;
}

/** The skills of a run of `general`, with those of a workspace. */
function run(projectFolder: string | null, store: Partial<SkillParts["store"]> = {}): RunSkills {
  return createRunSkills(
    {
      ...{ logger: { warn: () => undefined }, forbiddenFolders: [], allowsUncommitted: true },
      store: {
        list: async () => [],
        fileContent: async () => null,
        withheld: async () => new Map(),
        noteUse: async () => undefined,
        ...store,
      },
    },
    { id: "t", workspaceId: "w", personId: "p", projectFolder, agent: { name: "general" } },
  );
}

const stored = (name: string, more: Partial<StoredSkill> = {}): StoredSkill => ({
  ...{ name, version: 1, personId: "p", savedAt: 0, writer: null, isCore: false, files: [] },
  source: `---\nname: ${name}\ndescription: Of the workspace.\n---\nDo it.`,
  ...more,
});

it("offers the built-in skills, and those of the project instead of theirs", async () => {
  const builtIn = await run(null).read();
  expect(builtIn.skills.map(({ name }) => name)).toEqual([
    ...["browse-the-web", "debug-a-run", "keep-memory", "plan-and-verify", "write-a-skill"],
  ]);
  const project = await projectWith("debug-a-run", "name: debug-a-run\ndescription: Ours.");
  const skills = run(project);
  const ours = (await skills.read()).skills.find(({ name }) => name === "debug-a-run");
  expect(ours).toMatchObject({ layer: "project", description: "Ours.", isCore: false });
  if (ours === undefined) return;
  expect(await skills.fileText(ours, "references/a.md")).toEqual({ ok: true, text: "A" });
});

it("gives a project that replaces the core skill no place in every context", async () => {
  const project = await projectWith("plan-and-verify", "name: plan-and-verify\ndescription: Ours.");
  const { skills } = await run(project).read();
  expect(skills.filter(({ isCore }) => isCore)).toEqual([]);
});

it("explains why a skill cannot be used", async () => {
  const project = await projectWith("Vendor_Limits", "name: Vendor_Limits\ndescription: Limits.");
  expect((await run(project).read()).refused).toEqual([
    { name: "Vendor_Limits", layer: "project", reasons: [expect.stringContaining("Line 2") as unknown] },
  ]);
});

it("does not extend the rights of the run by the tools that a skill names", async () => {
  const write = defineTool({
    ...{ name: "write_file", description: "Writes.", input: z.object({}), execute: () => "" },
  });
  const tools = createToolSet([write, ...skillTools()]);
  const permission = createRunPermission(
    { tools, allowsProtectedWrites: false },
    { mode: "ask", rules: [], hasApprover: true },
  );
  const project = await projectWith("free", "name: free\ndescription: d\nallowed-tools: write_file");
  const { skills } = await run(project).read();
  expect(skills.find(({ name }) => name === "free")).not.toHaveProperty("allowedTools");
  const decided = await permission.decide({
    ...{ tool: "write_file", arguments: {}, annotations: {}, folder: project },
    ...{ agent: "general", conversation: null, person: "p", scope: { workspaceId: "w", personId: "p" } },
    ...{ rootId: "t", traceId: "t", step: 1, toolCallId: "c", definitionDigest: "", argumentsDigest: "" },
  });
  expect(decided).toMatchObject({ effect: "ask" });
});

it("replaces built-in skills by those of the workspace, and these by those of the project", async () => {
  const list = async (): Promise<readonly StoredSkill[]> => [
    stored("debug-a-run"),
    stored("plan-and-verify", { isCore: true }),
    stored("release", { files: [{ path: "a.md", bytes: 1 }] }),
  ];
  const project = await projectWith("release", "name: release\ndescription: Of the project.");
  const { skills } = await run(project, { list }).read();
  expect(skills.map(({ name, layer, isCore }) => [name, layer, isCore])).toEqual([
    ["browse-the-web", "built_in", false],
    ["debug-a-run", "workspace", false],
    ["keep-memory", "built_in", false],
    ["plan-and-verify", "workspace", true],
    ["release", "project", false],
    ["write-a-skill", "built_in", false],
  ]);
});

it("leaves out the files of a stored skill that could not be saved today, and offers the skill", async () => {
  const files = ["a.md", "what?.md", "nul", "1/2/3/4/5/6/a.md"].map((path) => ({ path, bytes: 1 }));
  const { skills, refused } = await run(null, { list: async () => [stored("release", { files })] }).read();
  expect(refused).toEqual([]);
  expect(skills.find(({ name }) => name === "release")?.files).toEqual([{ path: "a.md", bytes: 1 }]);
  const { problems, isUsable } = workspaceSkill(stored("release", { files }));
  expect(isUsable).toBe(true);
  expect(problems.map(({ code, found }) => [code, found])).toEqual([
    ["unusable_path", "what?.md"],
    ["unusable_path", "nul"],
    ["unusable_path", "1/2/3/4/5/6/a.md"],
  ]);
});

it("reads files of the workspace's skills, and says when one is not text", async () => {
  const files: Readonly<Record<string, Uint8Array>> = {
    "a.md": Buffer.from("A"),
    "b.bin": Buffer.from([255]),
  };
  const skills = run(null, {
    list: async () => [stored("release")],
    fileContent: async (_scope, _name, path) => files[path] ?? null,
  });
  const skill = (await skills.read()).skills.find(({ name }) => name === "release");
  if (skill === undefined) throw new Error("The skill is missing.");
  expect(await skills.fileText(skill, "a.md")).toEqual({ ok: true, text: "A" });
  expect(await skills.fileText(skill, "b.bin")).toMatchObject({ ok: false });
  expect(await skills.fileText(skill, "c.md")).toMatchObject({ ok: false });
});

it("keeps a skill from an agent from which it is withheld", async () => {
  const withheld = async (): Promise<ReadonlyMap<string, readonly string[]>> =>
    new Map([
      ["debug-a-run", ["general"]],
      ["keep-memory", ["analyst"]],
    ]);
  const names = (await run(null, { withheld }).read()).skills.map(({ name }) => name);
  expect(names).not.toContain("debug-a-run");
  expect(names).toContain("keep-memory");
});

it("works without a layer that cannot be read", async () => {
  const list = async (): Promise<never> => await Promise.reject(new Error("no database"));
  expect((await run(null, { list }).read()).skills).toHaveLength(BUILT_IN_SKILLS.length);
});
