import { execFileSync } from "node:child_process";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { containing } from "../../test/expected.ts";
import { createTestRun } from "../../test/test-context.ts";
import { hashOfBytes } from "./content-blob.ts";
import { readFileTool } from "./read-file.ts";

describe("read_file", () => {
  it("numbers lines, drops line ends and records the hash of the whole file", async () => {
    const run = await createTestRun();
    const bytes = Buffer.from("one\r\nzwei 二 🌍\nthree");
    await writeFile(join(run.folder, "a.txt"), bytes);
    const result = await run.call(readFileTool, { path: "a.txt" });
    expect(result.output).toBe("1\tone\n2\tzwei 二 🌍\n3\tthree");
    expect(run.context.files.lastHash("a.txt")).toBe(hashOfBytes(bytes));
  });

  it("rejects with the abort reason when aborted before reading", async () => {
    const run = await createTestRun();
    await writeFile(join(run.folder, "a.txt"), "one\n");
    const canceled = new Error("canceled");
    const context = { ...run.context, signal: AbortSignal.abort(canceled) };
    await expect(readFileTool.run({ path: "a.txt", offset: 1, limit: 10 }, context)).rejects.toBe(canceled);
  });

  it("reads a range and reports how to continue", async () => {
    const run = await createTestRun();
    await writeFile(join(run.folder, "a.txt"), "1\n2\n3\n4\n");
    const result = await run.call(readFileTool, { path: "a.txt", offset: 2, limit: 2 });
    expect(result.output).toBe("2\t2\n3\t3\n[These are lines 2–3 of 4. Continue with offset=4.]");
    expect(await run.call(readFileTool, { path: "a.txt", offset: 9 })).toMatchObject({
      outcome: "error",
      output: containing("4 lines"),
    });
  });

  it.each([
    [
      "utf-16le",
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("héllo 中", "utf16le")]),
      "1\théllo 中",
    ],
    [
      "utf-16be",
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from("héllo 中", "utf16le").swap16()]),
      "1\théllo 中",
    ],
    ["utf-8-bom", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("héllo 中")]), "1\théllo 中"],
    ["latin1", Buffer.from("h\xe9llo", "latin1"), "1\théllo"],
  ])("reads %s", async (encoding, bytes, expected) => {
    const run = await createTestRun();
    await writeFile(join(run.folder, "a.txt"), bytes);
    const result = await run.call(readFileTool, { path: "a.txt" });
    expect(result.output).toBe(`${expected}\n[Encoding: ${encoding}.]`);
  });

  it("returns images as parts and rejects other binary files", async () => {
    const run = await createTestRun();
    const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2]);
    await writeFile(join(run.folder, "a.png"), image);
    await writeFile(join(run.folder, "a.bin"), Buffer.from([1, 0, 2]));
    const result = await run.call(readFileTool, { path: "a.png" });
    expect(result.parts).toEqual([{ type: "image", mediaType: "image/png", blob: hashOfBytes(image) }]);
    expect(run.blobs.get(hashOfBytes(image))?.encoding).toBe("base64");
    expect(await run.call(readFileTool, { path: "a.bin" })).toMatchObject({
      outcome: "error",
      output: containing("binary"),
    });
  });

  it("states whether the result is the whole file", async () => {
    const run = await createTestRun();
    await writeFile(join(run.folder, "a.txt"), "one\ntwo\nthree\n");
    const whole = async (input: object): Promise<unknown> =>
      (await run.call(readFileTool, { path: "a.txt", ...input })).metadata?.["whole"];
    expect(await whole({})).toBe(true);
    expect(await whole({ offset: 2 })).toBe(false);
    expect(await whole({ limit: 2 })).toBe(false);
    await writeFile(join(run.folder, "a.txt"), `one\n${"x".repeat(10_000)}`);
    expect(await whole({})).toBe(false);
  });

  it("reads a range of a huge file in bounded memory and truncates a huge line", async () => {
    const run = await createTestRun();
    const path = join(run.folder, "huge.log");
    const handle = await open(path, "w");
    const block = "x".repeat(99) + "\n";
    for (let index = 0; index < 40; index += 1) await handle.write(block.repeat(10_000));
    await handle.write("y".repeat(3_000_000));
    await handle.close();
    const result = await run.call(readFileTool, { path: "huge.log", offset: 399_999 });
    expect(result.output.length).toBeLessThan(5000);
    expect(result.output).toContain("[…2998000 more characters in this line]");
    expect(result.metadata).toMatchObject({ totalLines: 400_001, whole: false });
    const whole = await run.call(readFileTool, { path: "huge.log" });
    expect(whole.output.length).toBeLessThan(60_000);
    expect(whole.output).toMatch(/Continue with offset=\d+/);
  });

  it("never blocks on a pipe, and rejects directories and missing files", async () => {
    const run = await createTestRun();
    execFileSync("mkfifo", [join(run.folder, "pipe")]);
    for (const path of ["pipe", ".", "nothing", "../x"]) {
      expect(await run.call(readFileTool, { path }), path).toMatchObject({ outcome: "error" });
    }
  });
});
