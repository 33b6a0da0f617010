import { mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccessWorld, createAccessWorld } from "../../testing/access-world.ts";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";

let world: AccessWorld;
let parent = "";
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "goaltrace-folders-"));
  world = await createAccessWorld(DATABASE_URL, {
    withModel: true,
    fileVariables: { GOALTRACE_FOLDER_ROOTS: parent },
  });
});
afterAll(async () => {
  await world?.close();
  await rm(parent, { recursive: true, force: true });
});

async function makeFolder(name: string): Promise<string> {
  const folder = path.join(parent, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

const add = async (folder: string) =>
  await world.caller("admin").folders.add({ workspace: world.slugs.ours, name: "Project", path: folder });
const addTheirs = async (folder: string) =>
  await world.caller("other").folders.add({ workspace: world.slugs.theirs, name: "Project", path: folder });
const refusal = (message: string) => ({
  cause: { code: "INVALID_INPUT", message: expect.stringContaining(message) as unknown },
});

describe("project folders", () => {
  it("are accepted below a root that the operator listed, by their real path", async () => {
    const folder = await makeFolder("shop");
    await symlink(folder, path.join(parent, "alias"));
    expect(await add(path.join(parent, "alias"))).toMatchObject({ path: folder });
  });

  it("include the sample project, which is added once below the first root", async () => {
    const workspace = world.slugs.ours;
    const { folders } = world.caller("admin");
    const added = await folders.addSample({ workspace });
    expect(added.path).toBe(path.join(parent, `goaltrace-sample-${workspace}`));
    expect(await readFile(path.join(added.path, "README.md"), "utf8")).toContain("# Orders");
    expect(await folders.addSample({ workspace })).toMatchObject({ id: added.id });
    await expect(world.caller("member").folders.addSample({ workspace })).rejects.toThrow();
  });

  it.each(["/etc", "/proc", process.cwd(), tmpdir(), "/no/such/folder", "relative"])(
    "are refused elsewhere: %s",
    async (folder) => {
      await expect(add(folder)).rejects.toMatchObject({ cause: { code: "INVALID_INPUT" } });
    },
  );

  it("are refused when a link leads out of the roots", async () => {
    const link = path.join(parent, "link");
    await symlink("/etc", link);
    await expect(add(link)).rejects.toMatchObject(refusal("operating system"));
  });

  it("are refused when another workspace uses them or a folder inside or above them", async () => {
    const folder = await makeFolder("theirs/inner");
    await addTheirs(path.dirname(folder));
    for (const taken of [folder, path.dirname(folder)])
      await expect(add(taken)).rejects.toMatchObject(refusal("already in use"));
  });

  it("are checked again when a run starts and when it is retried", async () => {
    const folder = await makeFolder("moved");
    const { id: folderId } = await add(folder);
    const start = async () =>
      await world.caller("admin").runs.start({ workspace: world.slugs.ours, text: "Hello", folderId });
    const { traceId } = await start();
    await world.database.pool.query(
      `update trace set status = 'failed', projection = (projection::jsonb || '{"status":"failed"}')::text where id = $1`,
      [traceId],
    );
    await rename(folder, `${folder}-aside`);
    await symlink("/etc", folder);
    await expect(start()).rejects.toMatchObject(refusal("operating system"));
    const retry = async () =>
      await world.caller("admin").runs.retry({ workspace: world.slugs.ours, traceId });
    await expect(retry()).rejects.toMatchObject(refusal("operating system"));
    await world.caller("admin").folders.remove({ workspace: world.slugs.ours, id: folderId });
    await expect(retry()).rejects.toMatchObject({ cause: { code: "NOT_FOUND" } });
  });
});
