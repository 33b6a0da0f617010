import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAllSkills, type ShownSkill } from "./read-all-skills.ts";
import { readUpload } from "./read-upload.ts";

const SCOPE = { workspaceId: "w1", personId: "p1" };
const text = (name: string): string => `---\nname: ${name}\ndescription: Find it.\n---\nSteps.`;
/** Bytes that are not text. */
const PICTURE = Buffer.from([0x89, 0x50, 0xff, 0x00]);

let parent = "";
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "goaltrace-skills-"));
  const folder = join(parent, ".goaltrace/skills/bench");
  await mkdir(join(folder, "assets"), { recursive: true });
  await writeFile(join(folder, "SKILL.md"), text("bench"));
  await writeFile(join(folder, "assets/picture.png"), PICTURE);
});
afterAll(async () => {
  await rm(parent, { recursive: true });
});

/** The skills of a workspace that stores `triage`, with a file unless `isGone`. */
function world(isGone = false) {
  const stored = {
    ...{
      name: "triage",
      source: text("triage"),
      isCore: false,
      version: 2,
      savedAt: 0,
      writer: null,
      personId: "p1",
    },
    files: [{ path: "references/a.md", bytes: 1 }],
  };
  const skills = createAllSkills({
    store: {
      list: async () => await Promise.resolve([stored]),
      fileContent: async () => await Promise.resolve(isGone ? null : Buffer.from("A")),
    },
    logger: { warn: () => undefined },
    ...{ forbiddenFolders: [], allowsUncommitted: true },
  });
  const folders = [{ id: "f1", name: "shop", path: parent }];
  const archiveOf = async (name: string): Promise<Buffer> => {
    const skill = (await skills.read(SCOPE, folders)).find((found: ShownSkill) => found.name === name);
    if (skill === undefined) throw new Error(`There is no skill ${name}.`);
    return await skills.archive(SCOPE, { skill, folders });
  };
  return { archiveOf };
}

it.each([
  ["of the workspace", "triage", [{ path: "references/a.md", content: Buffer.from("A") }]],
  ["of a project, with files that are not text", "bench", [{ path: "assets/picture.png", content: PICTURE }]],
  ["that is built in", "write-a-skill", []],
])("packs a skill %s as it can be uploaded again", async (_what, name, files) => {
  const content = await world().archiveOf(name);
  expect(readUpload({ kind: "zip", content })).toMatchObject({ name, files });
});

it("packs nothing when a file is gone", async () => {
  await expect(world(true).archiveOf("triage")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
