import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFolder, readLines, readTask } from "./read-input.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "goaltrace-input-"));
  await writeFile(path.join(folder, "notes.txt"), "one\ntwo");
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const input = (...pieces: readonly string[]): Readable =>
  Readable.from(pieces.map((piece) => Buffer.from(piece)));

async function collect(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

it("takes a task as typed, and for a dash from standard input", async () => {
  expect(await readTask(" Look ", input())).toBe(" Look ");
  expect(await readTask("-", input("Look", " around\n", "twice\n"))).toBe("Look around\ntwice");
});

it.each([
  ["", []],
  [" \n\t", []],
  ["-", []],
  ["-", ["\n \n"]],
])("rejects the blank task %j", async (typed, pieces) => {
  await expect(readTask(typed, input(...pieces))).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

it("rejects an endless standard input", async () => {
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(100_000, "x");
    })(),
  );
  await expect(readTask("-", endless)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

it("accepts a folder and rejects a missing one, a file and an empty name with the reason", async () => {
  expect(await findFolder(folder)).toBe(folder);
  await expect(findFolder(path.join(folder, "none"))).rejects.toThrow("it does not exist");
  await expect(findFolder(path.join(folder, "notes.txt"))).rejects.toThrow("is not a folder");
  await expect(findFolder(" ")).rejects.toThrow("--folder is empty");
});

it("reads the lines of a file or of standard input, and reports a file that is missing", async () => {
  expect(await collect(readLines(path.join(folder, "notes.txt"), input()))).toEqual(["one", "two"]);
  expect(await collect(readLines("-", input("one\nt", "wo\n")))).toEqual(["one", "two"]);
  await expect(collect(readLines(path.join(folder, "none"), input()))).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining("it does not exist") as unknown,
  });
  await expect(collect(readLines(folder, input()))).rejects.toThrow("it is a folder");
});
