import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/test-context.ts";
import { resolveInside } from "./root.ts";
import { writeInside, type WriteRequest, type WriteResult } from "./write-inside.ts";

const CHANGED =
  "The file changed on disk while it was being written. Read it again with read_file, then repeat the change.";

/** A folder with a file that was read, and a function that replaces it after `change` happened. */
async function setUp() {
  const folder = await temporaryFolder();
  const file = join(folder, "a.txt");
  await writeFile(file, "before");
  const request = async (path = "a.txt", more: Partial<WriteRequest> = {}): Promise<WriteRequest> => {
    const target = await resolveInside({ projectFolder: folder, forbiddenFolders: [] }, path, "write");
    if (!target.ok) throw new Error(target.message);
    return { target, bytes: Buffer.from("after"), expected: null, uniqueName: "u", ...more };
  };
  return { folder, file, request };
}

describe("writeInside", () => {
  it("replaces the expected file, keeps its mode and leaves no other file", async () => {
    const { folder, file, request } = await setUp();
    await chmod(file, 0o751);
    const expected = await lstat(file, { bigint: true });
    expect(await writeInside(await request("a.txt", { expected }))).toEqual({ ok: true });
    expect(await readFile(file, "utf8")).toBe("after");
    expect((await stat(file)).mode & 0o7777).toBe(0o751);
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  it("creates a file with its folders, under the umask", async () => {
    const { folder, request } = await setUp();
    expect(await writeInside(await request("new/deep/b.txt"))).toEqual({ ok: true });
    expect(await readFile(join(folder, "new/deep/b.txt"), "utf8")).toBe("after");
    expect((await stat(join(folder, "new/deep/b.txt"))).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(await readdir(join(folder, "new/deep"))).toEqual(["b.txt"]);
  });

  it("accepts a folder that was created in the meantime", async () => {
    const { folder, request } = await setUp();
    const late = await request("new/b.txt");
    await mkdir(join(folder, "new"));
    expect(await writeInside(late)).toEqual({ ok: true });
  });

  it("does not overwrite a file that was created in the meantime", async () => {
    const { folder, file, request } = await setUp();
    expect(await writeInside(await request())).toEqual({
      ok: false,
      message: "A file was created at this path in the meantime. Read it with read_file first.",
    });
    expect(await readFile(file, "utf8")).toBe("before");
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  it.each<readonly [string, (file: string) => Promise<void>]>([
    [
      "has another size",
      async (file) => {
        await writeFile(file, "longer text");
        await utimes(file, 1_000, 1_000);
      },
    ],
    ["has another time", async (file) => await utimes(file, 1, 1)],
    [
      "is another one of the same size and time",
      async (file) => {
        await writeFile(`${file}.other`, "before");
        await utimes(`${file}.other`, 1_000, 1_000);
        await rename(`${file}.other`, file);
      },
    ],
  ])("does not replace a file that %s", async (_case, change) => {
    const { file, request } = await setUp();
    await utimes(file, 1_000, 1_000);
    const expected = await lstat(file, { bigint: true });
    await change(file);
    const text = await readFile(file, "utf8");
    expect(await writeInside(await request("a.txt", { expected }))).toEqual({ ok: false, message: CHANGED });
    expect(await readFile(file, "utf8")).toBe(text);
  });

  it("explains a failure of the system and leaves no file", async () => {
    const { folder, file, request } = await setUp();
    const expected = await lstat(file, { bigint: true });
    await rm(file);
    expect(await writeInside(await request("a.txt", { expected }))).toEqual({
      ok: false,
      message: "There is nothing at this path. Use list_directory or glob_files to find the path.",
    });
    expect(await readdir(folder)).toEqual([]);
    const below = await request("a.txt/b/c.txt");
    await writeFile(file, "a file now");
    const result: WriteResult = await writeInside(below);
    expect(result).toEqual({ ok: false, message: "A part of the path is a file, not a directory." });
  });
});
