import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skillTools, createToolSet } from "@goaltrace/core/tools";
import { defineTool } from "@goaltrace/core";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { createRunPermission } from "../permissions/run-permission.ts";
import { createRunSkills } from "./run-skills.ts";

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

const PARTS = { logger: { warn: () => undefined }, forbiddenFolders: [], allowsUncommitted: true };
const run = (projectFolder: string | null) =>
  createRunSkills(PARTS, { id: "t", workspaceId: "w", personId: "p", projectFolder });

it("offers the built-in skills, and those of the project instead of theirs", async () => {
  const builtIn = await run(null).read();
  expect(builtIn.skills.map(({ name }) => name)).toEqual([
    ...["debug-a-run", "keep-memory", "plan-and-verify", "write-a-skill"],
  ]);
  const project = await projectWith("debug-a-run", "name: debug-a-run\ndescription: Ours.");
  const skills = run(project);
  const ours = (await skills.read()).skills.find(({ name }) => name === "debug-a-run");
  expect(ours).toMatchObject({ layer: "project", description: "Ours.", isCore: false });
  if (ours === undefined) return;
  expect(await skills.readFile(ours, "references/a.md")).toEqual({ ok: true, text: "A" });
});

it("gives a project that replaces the core skill no place in every context", async () => {
  const project = await projectWith("plan-and-verify", "name: plan-and-verify\ndescription: Ours.");
  const { skills } = await run(project).read();
  expect(skills.filter(({ isCore }) => isCore)).toEqual([]);
});

it("says why a skill cannot be used", async () => {
  const project = await projectWith("Vendor_Limits", "name: Vendor_Limits\ndescription: Limits.");
  expect((await run(project).read()).refused).toEqual([
    { name: "Vendor_Limits", layer: "project", reasons: [expect.stringContaining("Line 2") as unknown] },
  ]);
});

it("does not widen what the run may do by the tools that a skill names", async () => {
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
  const decide = async (tool: string) =>
    await permission.decide({ tool, arguments: {}, annotations: {}, folder: project });
  expect(await decide("write_file")).toMatchObject({ effect: "ask" });
});
