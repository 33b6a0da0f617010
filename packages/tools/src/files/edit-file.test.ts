import fc from "fast-check";
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { containing } from "../../test/expected.ts";
import { createTestRun, type TestRun } from "../../test/test-context.ts";
import { applyEdit } from "./apply-edit.ts";
import { hashOfBytes } from "./content-blob.ts";
import { editFileTool } from "./edit-file.ts";
import { readFileTool } from "./read-file.ts";
import { writeFileTool } from "./write-file.ts";

async function withFile(content: string | Buffer): Promise<TestRun> {
  const run = await createTestRun();
  await writeFile(join(run.folder, "a.txt"), content);
  await run.call(readFileTool, { path: "a.txt" });
  return run;
}

const replace = (old_text: string, new_text: string, replace_all = false) => ({
  type: "replace" as const,
  old_text,
  new_text,
  replace_all,
});
const edit = (run: TestRun, ...edits: unknown[]) => run.call(editFileTool, { path: "a.txt", edits });
const content = async (run: TestRun) => readFile(join(run.folder, "a.txt"), "utf8");

describe("edit_file", () => {
  it("replaces exact text, records both versions and the diff, and leaves no temporary files", async () => {
    const run = await withFile("eins\nzwei 二\ndrei\n");
    const result = await edit(run, replace("zwei 二", "zwei 贰\nneu"));
    expect(result.outcome).toBeUndefined();
    expect(await content(run)).toBe("eins\nzwei 贰\nneu\ndrei\n");
    const before = hashOfBytes(Buffer.from("eins\nzwei 二\ndrei\n"));
    const after = hashOfBytes(Buffer.from("eins\nzwei 贰\nneu\ndrei\n"));
    expect(run.recorded).toEqual([
      {
        type: "file.changed",
        data: { path: "a.txt", beforeBlob: before, afterBlob: after, added: 2, removed: 1 },
      },
    ]);
    expect(run.blobs.get(before)?.text).toBe("eins\nzwei 二\ndrei\n");
    expect(result.metadata?.["diff"]).toContain("-zwei 二\n+zwei 贰\n+neu\n");
    expect(await readdir(run.folder)).toEqual(["a.txt"]);
  });

  it("withholds versions that contain a known secret, reports that, and keeps editing safely", async () => {
    const secret = "sk-live-0123456789abcdef";
    const containsSecret = (text: string): boolean => text.includes(secret);
    const run = await createTestRun({ containsSecret });
    const utf16 = Buffer.from(`\uFEFFkey=${secret}\n`, "utf16le");
    for (const before of [Buffer.from(`key=${secret}\n`), utf16]) {
      await writeFile(join(run.folder, "a.txt"), before);
      await run.call(readFileTool, { path: "a.txt" });
      const result = await edit(run, replace(secret, `${secret} # rotate`));
      expect(result.output).toContain("before and after the change contains a known secret");
      const last = await edit(run, replace(secret, "gone"));
      expect(last.output).toMatch(/version before the change .* cannot be undone/);
    }
    expect(run.recorded.map((event) => event.type === "file.changed" && event.data.withheld)).toEqual([
      ...[["before", "after"], ["before"]],
      ...[["before", "after"], ["before"]],
    ]);
    const stored = [...run.blobs.values()].map((blob) => Buffer.from(blob.text, blob.encoding));
    expect(stored).toHaveLength(2);
    for (const bytes of stored) expect(bytes.toString("latin1").replaceAll("\0", "")).not.toContain(secret);
  });

  it("accepts further edits after its own and preserves the file's mode", async () => {
    const run = await withFile("a\n");
    await chmod(join(run.folder, "a.txt"), 0o755);
    await edit(run, replace("a", "b"));
    expect((await edit(run, replace("b", "c"))).outcome).toBeUndefined();
    expect((await stat(join(run.folder, "a.txt"))).mode & 0o777).toBe(0o755);
  });

  it("rejects files that were not read or have changed on disk since", async () => {
    const run = await createTestRun();
    await writeFile(join(run.folder, "a.txt"), "a");
    expect(await edit(run, replace("a", "b"))).toMatchObject({
      outcome: "error",
      output: containing("has not been read"),
    });
    expect(await run.call(writeFileTool, { path: "a.txt", content: "b" })).toMatchObject({
      outcome: "error",
    });
    await run.call(readFileTool, { path: "a.txt" });
    await writeFile(join(run.folder, "a.txt"), "a, but changed");
    expect(await edit(run, replace("a", "b"))).toMatchObject({
      outcome: "error",
      output: containing("changed on disk"),
    });
    expect(await content(run)).toBe("a, but changed");
    expect(run.recorded).toEqual([]);
  });

  it("lists the lines of ambiguous text, and changes nothing when one of several edits fails", async () => {
    const run = await withFile("x\ny\nx\n");
    expect(await edit(run, replace("x", "z"))).toMatchObject({
      outcome: "error",
      output: containing("lines 1, 3"),
    });
    expect(await edit(run, replace("y", "z"), replace("nothing", "z"))).toMatchObject({
      outcome: "error",
      output: containing("Edit 2"),
    });
    expect(await content(run)).toBe("x\ny\nx\n");
    await edit(run, replace("x", "z", true));
    expect(await content(run)).toBe("z\ny\nz\n");
  });

  it("inserts, replaces and deletes lines", async () => {
    const run = await withFile("1\n2\n3\n4");
    await edit(
      run,
      { type: "insert_lines", after_line: 0, text: "0" },
      { type: "replace_lines", from_line: 2, to_line: 3, text: "one\ntwo" },
      { type: "delete_lines", from_line: 4, to_line: 4 },
      { type: "insert_lines", after_line: 4, text: "5" },
    );
    expect(await content(run)).toBe("0\none\ntwo\n4\n5");
    expect(await edit(run, { type: "delete_lines", from_line: 5, to_line: 9 })).toMatchObject({
      outcome: "error",
      output: containing("5 lines"),
    });
  });

  it("preserves Windows line ends, byte order marks and encodings", async () => {
    const run = await withFile("\uFEFFa\r\nb\r\nc\r\n");
    await edit(run, replace("a\nb", "a\nB\nb"), { type: "insert_lines", after_line: 4, text: "d" });
    expect(await content(run)).toBe("\uFEFFa\r\nB\r\nb\r\nc\r\nd\r\n");
    const latin = await withFile(Buffer.from("caf\xe9 1", "latin1"));
    await edit(latin, replace("1", "é2"));
    expect(await readFile(join(latin.folder, "a.txt"))).toEqual(Buffer.from("caf\xe9 \xe92", "latin1"));
    expect(await edit(latin, replace("2", "二"))).toMatchObject({
      outcome: "error",
      output: containing("latin1"),
    });
  });

  it("refuses edits that would make the file too large before it builds their result", async () => {
    const run = await withFile("a".repeat(100));
    const grow = replace("a", "a".repeat(500), true);
    expect(await edit(run, grow, grow, grow, grow)).toMatchObject({
      outcome: "error",
      output: containing("Edit 2: The file would become larger"),
    });
    const insert = { type: "insert_lines", after_line: 0, text: "x".repeat(11_000_000) };
    expect(await edit(run, insert)).toMatchObject({ outcome: "error", output: containing("larger") });
    expect(await content(run)).toBe("a".repeat(100));
  });

  it("refuses more replacements and edits than it can make at once", async () => {
    const many = await withFile("a".repeat(100_001));
    expect(await edit(many, replace("a", "b", true))).toMatchObject({
      outcome: "error",
      output: containing("more than 100000 times"),
    });
    const large = await withFile("a\n".repeat(4_000_000));
    const edits = Array.from({ length: 14 }, () => ({ type: "delete_lines", from_line: 1, to_line: 1 }));
    expect(await edit(large, ...edits)).toMatchObject({
      outcome: "error",
      output: containing("at most 13 edits"),
    });
  });

  it("treats $ and regular expression syntax as literal text", async () => {
    const run = await withFile("a.b $1");
    await edit(run, replace("a.b", "$& $$ $1"));
    expect(await content(run)).toBe("$& $$ $1 $1");
  });

  it("restores the original when a replacement is reversed, with any line ends", () => {
    const line = fc.stringMatching(/^[abc 中]{0,6}$/);
    const lines = fc.array(line, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.record({ left: lines, right: lines, end: fc.constantFrom("\n", "\r\n"), pick: fc.nat() }),
        ({ left, right, end, pick }) => {
          const marker = `<${String(pick)}\nmark>`;
          const text = [...left, "old", "text", ...right].join(end).replaceAll("oldtext", "");
          const changed = applyEdit(text, replace("old\ntext", marker));
          if (!changed.ok) throw new Error(changed.message);
          expect(changed.text).not.toBe(text);
          expect(applyEdit(changed.text, replace(marker, "old\ntext"))).toEqual({ ok: true, text });
        },
      ),
    );
  });

  it("changes only the replaced part of a file with mixed line ends", () => {
    expect(applyEdit("a\r\nb\nc\r\nd\r\n", replace("b\nc", "X"))).toEqual({
      ok: true,
      text: "a\r\nX\r\nd\r\n",
    });
  });
});

describe("write_file", () => {
  it("creates a file with its directories and records it without a previous version", async () => {
    const run = await createTestRun();
    const result = await run.call(writeFileTool, { path: "new/deep/a.txt", content: "x\ny" });
    expect(result.outcome).toBeUndefined();
    expect(await readFile(join(run.folder, "new/deep/a.txt"), "utf8")).toBe("x\ny");
    expect(run.recorded).toMatchObject([
      { data: { path: "new/deep/a.txt", beforeBlob: null, added: 2, removed: 0 } },
    ]);
    expect((await run.call(writeFileTool, { path: "new/deep/a.txt", content: "z" })).outcome).toBeUndefined();
  });

  it("refuses to write environment files, git data and paths outside the project", async () => {
    const run = await createTestRun();
    for (const path of [".env", ".git/config", "../x", "/tmp/goaltrace-escape", "."]) {
      expect(await run.call(writeFileTool, { path, content: "x" }), path).toMatchObject({ outcome: "error" });
    }
    expect(await readdir(run.folder)).toEqual([]);
  });
});
