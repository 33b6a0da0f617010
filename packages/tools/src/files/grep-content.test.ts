import type { Tool, ToolContext } from "@goaltrace/core";
import { IS_SOAK } from "@goaltrace/core/testing";
import { link, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { containing } from "../../test/expected.ts";
import { createTestRun, type TestRun } from "../../test/test-context.ts";
import { createGlobFilesTool, globFilesTool } from "./glob-files.ts";
import { grepContentTool } from "./grep-content.ts";
import { listDirectoryTool } from "./list-directory.ts";

async function withFiles(
  files: Readonly<Record<string, string | Buffer>>,
  overrides: Partial<ToolContext> = {},
): Promise<TestRun> {
  const run = await createTestRun(overrides);
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

  it("shows the context of the last match that fits and nothing of the next one", async () => {
    const run = await withFiles({ "a.txt": "x1\n2\n3\nx4\n5\nx6\n" });
    const result = await run.call(grepContentTool, { pattern: "x", context: 1, limit: 2 });
    expect(result.output.trim().split("\n").slice(0, 6)).toEqual([
      "a.txt",
      "1: x1",
      "2- 2",
      "3- 3",
      "4: x4",
      "5- 5",
    ]);
  });

  it("names files that it did not search because they are hard links", async () => {
    const run = await withFiles({ "a.txt": "needle", "node_modules/b.txt": "needle" });
    await link(join(run.folder, "a.txt"), join(run.folder, "other.txt"));
    await link(join(run.folder, "node_modules/b.txt"), join(run.folder, "node_modules/c.txt"));
    const result = await run.call(grepContentTool, { pattern: "needle", output: "files" });
    expect(result.output.split("\n")).toEqual([
      "node_modules/b.txt",
      "node_modules/c.txt",
      "[Not searched, because they have further names (hard links): a.txt, other.txt.]",
    ]);
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

/** Lengths at which a pattern backtracks for about a second, not for ever, so that a frozen process fails the test. */
const BACKTRACKING = { repetitions: 28, alternatives: 36, ignoreRules: 40 } as const;

/** Calls a tool and cancels the call when the process is free to do so. Returns false if the call ended before, in a process that was not free. */
async function callAndCancel(
  files: Readonly<Record<string, string>>,
  tool: Tool,
  input: unknown,
): Promise<boolean> {
  const cancel = new AbortController();
  const run = await withFiles(files, { signal: cancel.signal });
  setTimeout(() => cancel.abort(), 20);
  await run.call(tool, input);
  return cancel.signal.aborted;
}

describe("patterns that backtrack", () => {
  it.each([
    ["a glob", globFilesTool, { pattern: "([a-z-]+)+!" }, BACKTRACKING.repetitions],
    [
      "a glob of alternatives",
      globFilesTool,
      { pattern: `${"{a,aa}".repeat(24)}!` },
      BACKTRACKING.alternatives,
    ],
    [
      "the glob of a search",
      grepContentTool,
      { pattern: "x", glob: "([a-z-]+)+!" },
      BACKTRACKING.repetitions,
    ],
    ["a search", grepContentTool, { pattern: "^(x+)+y" }, BACKTRACKING.repetitions],
  ])("leave the process free and are canceled: %s", async (_, tool, input, length) => {
    const files = { ["a".repeat(length)]: "x".repeat(length) };
    expect(await callAndCancel(files, tool, input)).toBe(true);
  });

  it.each([globFilesTool, grepContentTool, listDirectoryTool])(
    "leave the process free when they are ignore rules: $name",
    async (tool) => {
      const files = { ".gitignore": `${"*a".repeat(7)}*b`, ["a".repeat(BACKTRACKING.ignoreRules)]: "text" };
      expect(await callAndCancel(files, tool, { pattern: tool === grepContentTool ? "x" : "**" })).toBe(true);
    },
  );

  it("searches without the glob's hidden limit on wildcards", async () => {
    const run = await withFiles({ a1a2a3a4a5a6b: "x" });
    expect((await run.call(globFilesTool, { pattern: "*a*a*a*a*a*a*b" })).output).toBe("a1a2a3a4a5a6b");
  });

  it("are given up when they take too long, and the result reports that", async () => {
    // Time enough to start a thread on a busy machine.
    const impatient = createGlobFilesTool(IS_SOAK ? {} : { patternTimeLimitMs: 2_000 });
    const ignoring = await withFiles({ ".gitignore": `${"*a".repeat(12)}*b`, ["a".repeat(200)]: "text" });
    const globbing = await withFiles({ ["a".repeat(60)]: "text" });
    const all = await ignoring.call(impatient, { pattern: "**" });
    const none = await globbing.call(impatient, { pattern: "([a-z-]+)+!" });
    expect(all.output).toContain("a".repeat(200));
    expect(all.output).toContain("took too long to match, so ignored files are included");
    expect(none).toMatchObject({ outcome: "error", output: containing("took too long") });
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

  it.each(["../**", "/etc/*", "x".repeat(600)])("rejects the pattern %s", async (pattern) => {
    const run = await withFiles(PROJECT);
    expect(await run.call(globFilesTool, { pattern })).toMatchObject({ outcome: "error" });
  });
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
