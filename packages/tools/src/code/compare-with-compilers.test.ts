import { execFileSync, spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createCodeReader } from "./code-reader.ts";
import type { CodeFacts } from "./facts.ts";
import { languageOf } from "./languages.ts";
import { type Agreement, compareLines, type ReferenceFacts, toReference } from "./testing/reference-facts.ts";
import { typescriptReference } from "./testing/typescript-reference.ts";

/** A folder with checkouts of repositories; without it, only the files of this folder and a Python file beside it are compared. */
const FOLDER = process.env["GOALTRACE_CODE_REPOSITORIES"];
const IS_LONG = FOLDER !== undefined;
const HERE = import.meta.dirname;
const TIME_LIMIT_MS = IS_LONG ? 900_000 : 30_000;

const reader = createCodeReader({ owner: "w", signal: new AbortController().signal });
afterAll(reader.close);

describe("code analysis and the languages' own parsers", () => {
  it(
    "agrees with the TypeScript compiler about functions and imports",
    async () => {
      const files = await sources(FOLDER ?? HERE, /\.[cm]?[jt]sx?$/u);
      const sums = createSums();
      for (const path of files) {
        const text = await readFile(path, "utf8");
        const facts = await factsOf(path, text);
        if (facts === null) sums.leaveOut(path);
        else sums.add(path, toReference(facts, "typescript"), typescriptReference(path, text));
      }
      sums.expectEqual();
    },
    TIME_LIMIT_MS,
  );

  it.skipIf(!hasPython())(
    "agrees with Python about functions and imports",
    async () => {
      const files = await sources(FOLDER ?? HERE, /\.py$/u);
      const program = join(HERE, "testing/python-reference.py");
      const output = execFileSync("python3", [program], {
        input: files.join("\n"),
        maxBuffer: 512 * 1024 * 1024,
      });
      const sums = createSums();
      for (const line of output.toString("utf8").trim().split("\n")) {
        const read: unknown = JSON.parse(line);
        const facts = isReference(read) ? await factsOf(read.path, await readFile(read.path, "utf8")) : null;
        if (facts === null || !isReference(read)) sums.leaveOut(line.slice(0, 200));
        else sums.add(read.path, toReference(facts, "python"), read);
      }
      sums.expectEqual();
    },
    TIME_LIMIT_MS,
  );
});

it("leaves out a comment in front of a result type, as the compiler does", async () => {
  const text = "class A {\n  f(a: number): // for inference\n  string | null {\n    return null;\n  }\n}\n";
  const facts = await factsOf("a.ts", text);
  if (facts === null) throw new Error("It is valid.");
  expect(toReference(facts, "typescript")).toEqual(typescriptReference("a.ts", text));
});

/** Returns the facts of a file; null when it cannot be parsed. */
async function factsOf(path: string, text: string): Promise<CodeFacts | null> {
  const language = languageOf(path);
  if (language === undefined) return null;
  const facts = await reader.facts({ path, language, text: text.replace(/^\uFEFF/u, "") });
  return facts.ok && !facts.value.isCut ? facts.value : null;
}

/** Returns the files of a folder, without those of packages and of git. */
async function sources(folder: string, name: RegExp): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(?:node_modules|\.git)\//u.test(path));
}

type Sums = {
  add(path: string, ours: ReferenceFacts, theirs: ReferenceFacts): void;
  /** Counts a file that one of the two does not read: broken, too large, or with more than the limits permit. */
  leaveOut(path: string): void;
  /** Fails unless at least 99 % are equal; reports the figures of a long comparison. */
  expectEqual(): void;
};

function createSums(): Sums {
  const sums = { functions: { both: 0, all: 0 }, imports: { both: 0, all: 0 } };
  const differing: string[] = [];
  const leftOut: string[] = [];
  let files = 0;
  return {
    leaveOut: (path) => void leftOut.push(path),
    add: (path, ours, theirs) => {
      files += 1;
      for (const kind of ["functions", "imports"] as const) {
        const compared: Agreement = compareLines(ours[kind], theirs[kind]);
        sums[kind].both += compared.both;
        sums[kind].all += compared.all;
        differing.push(...compared.differing.map((line) => `${path} ${line}`));
      }
    },
    expectEqual: () => {
      const report = JSON.stringify({ files, leftOut: leftOut.length, ...sums });
      const lines = [...differing, ...leftOut.map((path) => `left out: ${path}`)];
      if (IS_LONG) process.stdout.write(`${report}\n${lines.slice(0, 60).join("\n")}\n`);
      expect(files, report).toBeGreaterThan(0);
      for (const { both, all } of Object.values(sums)) {
        expect(all, report).toBeGreaterThan(10);
        expect(both / all, `${report}\n${differing.join("\n")}`).toBeGreaterThanOrEqual(0.99);
      }
    },
  };
}

function isReference(value: unknown): value is ReferenceFacts & { readonly path: string } {
  return typeof value === "object" && value !== null && !("failed" in value);
}

function hasPython(): boolean {
  return spawnSync("python3", ["-c", "import ast"]).status === 0;
}
