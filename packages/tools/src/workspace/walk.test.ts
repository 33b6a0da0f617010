import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/test-context.ts";
import { createPathPatterns } from "./path-patterns.ts";
import { walk, type WalkedEntry, type WalkOptions } from "./walk.ts";

type Files = Readonly<Record<string, string>>;

async function createFiles(files: Files): Promise<string> {
  const root = await temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

const everything = (root: string) => ({
  ...{ fence: { root, forbidden: [], allowsProtectedWrites: false }, from: "" },
  ...{ includeHidden: false, includeIgnored: false },
});

async function entries(
  files: Files | string,
  options: Partial<WalkOptions> = {},
): Promise<readonly WalkedEntry[]> {
  const root = typeof files === "string" ? files : await createFiles(files);
  const found: WalkedEntry[] = [];
  const { signal } = new AbortController();
  const patterns = createPathPatterns({ glob: null, owner: "w", signal });
  for await (const entry of walk({ ...everything(root), patterns, signal, ...options })) found.push(entry);
  await patterns.close();
  return found;
}
const paths = async (files: Files | string, options: Partial<WalkOptions> = {}): Promise<readonly string[]> =>
  (await entries(files, options)).map((entry) => entry.relative);

describe("walk", () => {
  it("returns entries in name order, parents first, with their kind and depth", async () => {
    const root = await createFiles({ "b/c/d.ts": "", "b/a.ts": "", "a.ts": "" });
    await symlink("b", join(root, "link"));
    const entry = (relative: string, kind: string, depth: number): unknown => ({
      ...{ relative, kind, depth, ignored: false, matches: true, absolute: join(root, relative) },
    });
    expect(await entries(root)).toEqual([
      entry("a.ts", "file", 1),
      entry("b", "directory", 1),
      entry("b/a.ts", "file", 2),
      entry("b/c", "directory", 2),
      entry("b/c/d.ts", "file", 3),
      entry("link", "link", 1),
    ]);
  });

  it("starts below the folder and ends at a depth", async () => {
    const files = { "a/b/c/d.ts": "", "a/e.ts": "", "f.ts": "" };
    expect(await paths(files, { from: "a" })).toEqual(["a/b", "a/b/c", "a/b/c/d.ts", "a/e.ts"]);
    expect(await paths(files, { maxDepth: 1 })).toEqual(["a", "f.ts"]);
    expect(await paths(files, { maxDepth: 2 })).toEqual(["a", "a/b", "a/e.ts", "f.ts"]);
    expect(await paths(files, { from: "gone" })).toEqual([]);
  });

  it("leaves out hidden entries unless requested, and always git's own data and environment files", async () => {
    const files = { ".git/config": "", ".github/a.yml": "", ".env": "", "sub/.git/x": "", "sub/.hidden": "" };
    expect(await paths(files)).toEqual(["sub"]);
    expect(await paths(files, { includeHidden: true })).toEqual([
      ...[".github", ".github/a.yml", "sub", "sub/.hidden"],
    ]);
  });

  it("ends at once when it is aborted", async () => {
    expect(await paths({ "a.ts": "" }, { signal: AbortSignal.abort() })).toEqual([]);
    const root = await createFiles({ "a.ts": "", "b.ts": "" });
    const aborting = new AbortController();
    const found: string[] = [];
    const { signal } = aborting;
    const patterns = createPathPatterns({ glob: null, owner: "w", signal });
    for await (const entry of walk({ ...everything(root), patterns, signal })) {
      found.push(entry.relative);
      aborting.abort();
    }
    await patterns.close();
    expect(found).toEqual(["a.ts"]);
  });
});

describe("ignore files", () => {
  it("apply to everything below them, and the innermost one that matches decides", async () => {
    const files = {
      ".gitignore": "*.log\nbuild/\n/only-here.ts",
      "a.log": "",
      "build/x.ts": "",
      "only-here.ts": "",
      "sub/.gitignore": "!keep.log\nlocal.ts",
      "sub/keep.log": "",
      "sub/other.log": "",
      "sub/local.ts": "",
      "sub/only-here.ts": "",
      "sub/deep/local.ts": "",
      "sub/deep/z.ts": "",
      "local.ts": "",
    };
    const kept = ["local.ts", "sub", "sub/deep", "sub/deep/z.ts", "sub/keep.log", "sub/only-here.ts"];
    expect(await paths(files)).toEqual(kept);
    expect(await paths(files, { from: "sub" })).toEqual(kept.slice(2));
    expect(await paths(files, { from: "sub/deep" })).toEqual(["sub/deep/z.ts"]);
  });

  it("are joined with each other and with git's own list, but only at the top", async () => {
    const files = {
      ".gitignore": "a.ts",
      ".ignore": "b.ts",
      ".git/info/exclude": "c.ts",
      "sub/.git/info/exclude": "d.ts",
      "a.ts": "",
      "b.ts": "",
      "c.ts": "",
      "sub/d.ts": "",
    };
    expect(await paths(files)).toEqual(["sub", "sub/d.ts"]);
  });

  it("that match a folder only do not match a file of that name", async () => {
    expect(await paths({ ".gitignore": "build/", build: "", "sub/build/a.ts": "" })).toEqual([
      "build",
      "sub",
    ]);
  });

  it("mark entries that are included on request, with or without the contents of folders", async () => {
    const files = { ".gitignore": "out/", "out/a.ts": "", "b.ts": "" };
    const marked = async (options: Partial<WalkOptions>): Promise<unknown> =>
      (await entries(files, { includeIgnored: true, ...options })).map(({ relative, ignored }) => [
        relative,
        ignored,
      ]);
    expect(await paths(files, { includeIgnored: true })).toEqual(["b.ts", "out", "out/a.ts"]);
    expect(await marked({ descendIgnored: false })).toEqual([
      ["b.ts", false],
      ["out", true],
    ]);
  });
});
