import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { containing } from "../../test/expected.ts";
import { createTestRun, type TestRun } from "../../test/test-context.ts";
import { globFilesTool } from "./glob-files.ts";
import { grepContentTool } from "./grep-content.ts";
import { listDirectoryTool } from "./list-directory.ts";
import { startSearchThread } from "./search-thread.ts";

async function withFiles(files: Readonly<Record<string, string | Buffer>>): Promise<TestRun> {
  const run = await createTestRun();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(run.folder, path)), { recursive: true });
    await writeFile(join(run.folder, path), content);
  }
  return run;
}

const PROJECT = {
  ".gitignore": "dist/\n*.log\n!keep.log\n",
  "src/a.ts": "one\ntwo needle\nthree\nfour\nfive needle\n",
  "src/b.py": "Needle 针\r\n",
  "src/inner/.gitignore": "generated.ts\n",
  "src/inner/generated.ts": "needle",
  "dist/out.ts": "needle",
  "x.log": "needle",
  "keep.log": "needle",
  ".hidden/h.ts": "needle",
  ".env": "needle",
  ".git/config": "needle",
  "image.bin": Buffer.concat([Buffer.from("needle"), Buffer.alloc(3)]),
};

describe("grep_content", () => {
  it("shows matching lines, respects ignore files, and skips hidden, binary and forbidden files", async () => {
    const run = await withFiles(PROJECT);
    const result = await run.call(grepContentTool, { pattern: "needle" });
    expect(result.output.trim().split("\n")).toEqual([
      "keep.log",
      "1: needle",
      "",
      "src/a.ts",
      "2: two needle",
      "5: five needle",
    ]);
    const all = await run.call(grepContentTool, {
      pattern: "needle",
      output: "files",
      include_ignored: true,
      include_hidden: true,
    });
    expect(all.output.split("\n")).toEqual([
      ".hidden/h.ts",
      "dist/out.ts",
      "keep.log",
      "src/a.ts",
      "src/inner/generated.ts",
      "x.log",
    ]);
  });

  it("shows context, ignores case, filters by glob, counts and searches a single file", async () => {
    const run = await withFiles(PROJECT);
    const context = await run.call(grepContentTool, { pattern: "needle", path: "src/a.ts", context: 1 });
    expect(context.output.trim()).toBe("src/a.ts\n1- one\n2: two needle\n3- three\n4- four\n5: five needle");
    const python = await run.call(grepContentTool, { pattern: "(?i)needle .$", glob: "*.py" });
    expect(python.output.trim()).toBe("src/b.py\n1: Needle 针");
    expect(
      (
        await run.call(grepContentTool, {
          pattern: "NEEDLE",
          ignore_case: true,
          path: "src",
          output: "count",
        })
      ).output,
    ).toBe("src/a.ts: 2\nsrc/b.py: 1");
  });

  it("reports further matches, no matches and invalid patterns", async () => {
    const run = await withFiles(PROJECT);
    const cut = await run.call(grepContentTool, { pattern: "needle", limit: 1 });
    expect(cut.output).toContain("There are more matches than shown");
    expect((await run.call(grepContentTool, { pattern: "absent" })).output).toContain("No line matches");
    expect(await run.call(grepContentTool, { pattern: "a(" })).toMatchObject({
      outcome: "error",
      output: containing("regular expression"),
    });
    expect((await run.call(grepContentTool, { pattern: "a(", literal: true })).outcome).toBeUndefined();
  });

  it("matches line by line even when look-around could see line ends", async () => {
    const run = await withFiles({ "a.txt": "foo\nbar\n" });
    expect((await run.call(grepContentTool, { pattern: "foo(?!\\s)" })).output).toContain("1: foo");
    expect((await run.call(grepContentTool, { pattern: "foo\\s+bar" })).output).toContain("No line matches");
  });

  it("stops an expression with catastrophic backtracking", async () => {
    const thread = startSearchThread({
      source: "^(a+)+$",
      flags: "",
      maxPerText: 10,
      timeLimitMs: 100,
      signal: new AbortController().signal,
    });
    expect(await thread.search(["a".repeat(50) + "b"])).toEqual({ kind: "too_slow" });
    await thread.close();
  });

  it("does not follow links", async () => {
    const run = await withFiles(PROJECT);
    await symlink("/etc", join(run.folder, "etc"));
    expect((await run.call(grepContentTool, { pattern: "root:", include_hidden: true })).output).toContain(
      "No line matches",
    );
    expect(await run.call(grepContentTool, { pattern: "root:", path: "etc/passwd" })).toMatchObject({
      outcome: "error",
    });
  });
});

describe("glob_files", () => {
  it("finds files by name at any depth and by path, respecting ignore files", async () => {
    const run = await withFiles(PROJECT);
    expect((await run.call(globFilesTool, { pattern: "*.{ts,py}" })).output).toBe("src/a.ts\nsrc/b.py");
    expect(
      (await run.call(globFilesTool, { pattern: "**/*.ts", path: "src", include_ignored: true })).output,
    ).toBe("src/a.ts\nsrc/inner/generated.ts");
    expect((await run.call(globFilesTool, { pattern: ".hidden/*" })).output).toBe(".hidden/h.ts");
    expect((await run.call(globFilesTool, { pattern: "*.zig" })).output).toContain("No file matches");
  });

  it.each(["../**", "/etc/*", "*a*a*a*a*a*a*a*b", "x".repeat(600)])(
    "rejects the pattern %s",
    async (pattern) => {
      const run = await withFiles(PROJECT);
      expect(await run.call(globFilesTool, { pattern })).toMatchObject({ outcome: "error" });
    },
  );
});

describe("list_directory", () => {
  it("lists entries with sizes, marks ignored entries and links, and hides secrets and git data", async () => {
    const run = await withFiles(PROJECT);
    await symlink("/etc", join(run.folder, "etc"));
    const result = await run.call(listDirectoryTool, { depth: 2 });
    expect(result.output).toContain("src/\n  a.ts (38 bytes)");
    expect(result.output).toContain("dist/ (ignored)\netc (link, target is outside the allowed folders)");
    expect(result.output).not.toMatch(/\.env|\.git\/|out\.ts/);
    expect(await run.call(listDirectoryTool, { path: "src/a.ts" })).toMatchObject({ outcome: "error" });
  });
});
