import { IS_SOAK } from "@goaltrace/core/testing";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { containing } from "../../test/expected.ts";
import { createTestRun, type TestRun } from "../../test/test-context.ts";
import { createCodeReader } from "./code-reader.ts";
import { findDependenciesTool } from "./find-dependencies.ts";
import { getCodeMetricsTool } from "./get-code-metrics.ts";
import { getFunctionSignatureTool } from "./get-function-signature.ts";
import { languageOf } from "./languages.ts";
import { parseAstTool } from "./parse-ast.ts";
import { surveyFolder, surveyNotices } from "./survey.ts";

async function runWith(files: Readonly<Record<string, string>>): Promise<TestRun> {
  const run = await createTestRun();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(run.folder, path)), { recursive: true });
    await writeFile(join(run.folder, path), text);
  }
  return run;
}

describe("get_function_signature", () => {
  it.each([
    [
      "a.ts",
      "class A {\n  constructor(private x: number) {}\n  static async m?(a?: string, ...b: T[]): Promise<void> {}\n}\nconst f = async ({ a }: P): Promise<X> => a;\nfunction over(): void;\nx.y = function () {};",
      [
        "2-2 A: constructor(private x: number)",
        "3-3 A: static async m?(a?: string, ...b: T[]): Promise<void>",
        "5-5 f = async ({ a }: P): Promise<X>",
        "6-6 function over(): void",
        "7-7 x.y = function ()",
      ],
    ],
    [
      "a.py",
      'class A:\n    @property\n    async def foo(self, a: int, b="x", /, *args: int, **kw) -> list[int]:\n        def inner(): pass\n',
      [
        '3-4 A: async def foo(self, a: int, b="x", /, *args: int, **kw) -> list[int]',
        "4-4 A.foo: def inner()",
      ],
    ],
    [
      "a.go",
      "package a\nfunc (s *S) Foo(a, b int) (int, error) {\n}\n",
      ["2-3 func (s *S) Foo(a, b int) (int, error)"],
    ],
    [
      "a.rs",
      "impl S {\n  pub async fn foo<T>(&self, a: i32) -> T { a }\n}\ntrait T { fn x(&self); }",
      ["2-2 S: pub async fn foo<T>(&self, a: i32) -> T", "4-4 T: fn x(&self)"],
    ],
    [
      "A.java",
      "class A {\n  int foo(final int a, String... b) throws E { return 1; }\n}",
      ["2-2 A: int foo(final int a, String... b) throws E"],
    ],
    [
      "a.c",
      "static int *foo(int a, const char *b) {\n}\nint later(void);",
      ["1-2 static int *foo(int a, const char *b)", "3-3 int later(void)"],
    ],
    [
      "a.cpp",
      "namespace n { class A { int foo(int a = 1) const; }; }\nint n::A::foo(int a) const {}",
      ["1-1 n.A: int foo(int a = 1) const", "2-2 int n::A::foo(int a) const"],
    ],
    [
      "a.cs",
      "namespace N { class A { public async Task<int> Foo(int a = 1) => 1; } }",
      ["1-1 N.A: public async Task<int> Foo(int a = 1)"],
    ],
    [
      "a.rb",
      "class A\n  def foo(a, b = 1, *c)\n  end\n  def self.bar; end\nend",
      ["2-3 A: def foo(a, b = 1, *c)", "4-4 A: def self.bar"],
    ],
    [
      "a.php",
      "<?php class A { public function foo(int $a = 1): ?int { return 1; } }",
      ["1-1 A: public function foo(int $a = 1): ?int"],
    ],
    ["a.sh", "foo() {\n  echo\n}\n", ["1-3 foo()"]],
  ])("lists the functions of %s", async (path, text, lines) => {
    const run = await runWith({ [path]: text });
    const { output } = await run.call(getFunctionSignatureTool, { path });
    expect(output.split("\n")).toEqual(lines);
  });

  it("finds a function by name in a folder, including within its class", async () => {
    const run = await runWith({
      "src/a.ts": "export class A { run(): void {} }",
      "src/b.py": "def run(x):\n  pass",
      "node_modules/c.ts": "function run() {}",
      ".gitignore": "node_modules",
    });
    const all = await run.call(getFunctionSignatureTool, { path: ".", name: "run" });
    expect(all.output).toBe("src/a.ts:1-1 A: run(): void\nsrc/b.py:1-2 def run(x)");
    const ofClass = await run.call(getFunctionSignatureTool, { path: ".", name: "A.run" });
    expect(ofClass.output).toBe("src/a.ts:1-1 A: run(): void");
    const none = await run.call(getFunctionSignatureTool, { path: "src/a.ts", name: "walk" });
    expect(none.output).toBe('[No function "walk".]');
  });

  it("reads broken code as far as possible and reports where it is broken", async () => {
    const run = await runWith({ "a.ts": "function one() {}\nclass { ((\nfunction two(a: string) {}\n" });
    const { output } = await run.call(getFunctionSignatureTool, { path: "a.ts" });
    expect(output).toContain("1-1 function one()");
    expect(output).toContain("3-3 function two(a: string)");
    expect(output).toContain("Syntax errors: line 2");
  });
});

describe("find_dependencies", () => {
  it.each([
    [
      "src/a.ts",
      'import a, { b as c } from "./b.js";\nimport d = require("fs");\nexport * from "../lib";\nconst e = await import("node:os");\nrequire(name);\nimport type { T } from "@x/y";',
      { "src/b.ts": "", "lib/index.ts": "" },
      [
        "1 ./b.js {default, b} → src/b.ts",
        "2 fs {*}",
        "3 ../lib {*} → lib/index.ts",
        "4 node:os",
        "6 @x/y {T}",
      ],
    ],
    [
      "p/a.py",
      "import os.path as q, sys\nfrom . import b\nfrom ..c.d import (e as f, g)\nfrom h import *",
      { "p/b.py": "", "c/d.py": "" },
      ["1 os.path", "1 sys", "2 . {b} → p/b.py", "3 ..c.d {e, g} → c/d.py", "4 h {*}"],
    ],
    ["a.go", 'package a\nimport (\n "fmt"\n m "math/rand"\n)', {}, ["3 fmt", "4 math/rand"]],
    [
      "src/lib.rs",
      "use std::{io, fmt as f};\nmod foo;",
      { "src/foo.rs": "" },
      ["1 std::{io, fmt as f}", "2 foo → src/foo.rs"],
    ],
    ["A.java", "import a.b.C;\nimport static x.Y.*;", {}, ["1 a.b.C", "2 x.Y {*}"]],
    ["a.c", '#include <stdio.h>\n#include "b.h"', { "b.h": "" }, ["1 stdio.h", "2 b.h → b.h"]],
    ["a.cs", "using System;\nusing X = A.B;", {}, ["1 System", "2 A.B"]],
    ["a.rb", "require 'set'\nrequire_relative 'b'", { "b.rb": "" }, ["1 set", "2 b → b.rb"]],
    ["a.php", '<?php\nuse A\\B;\nrequire_once "x.php";', { "x.php": "" }, ["2 A\\B", "3 x.php → x.php"]],
  ])("lists the imports of %s and the files they mean", async (path, text, others, lines) => {
    const run = await runWith({ [path]: text, ...others });
    const { output } = await run.call(findDependenciesTool, { path });
    expect(output.split("\n")).toEqual(lines);
  });

  it("finds the files that import a file", async () => {
    const run = await runWith({
      "a.ts": "export const a = 1;",
      "b.ts": 'import { a } from "./a.ts";',
      "c/d.tsx": '\nimport "../a";',
      "e.ts": 'import "./b.ts";',
    });
    const { output } = await run.call(findDependenciesTool, { path: "a.ts", imported_by: true });
    expect(output).toBe("b.ts:1 {a}\nc/d.tsx:2");
  });

  it("summarizes a folder by what comes from outside", async () => {
    const run = await runWith({
      "a.ts": 'import "react"; import "./b.ts";',
      "b.ts": 'import "react"; import "zod";',
    });
    const { output } = await run.call(findDependenciesTool, { path: "." });
    expect(output).toBe(
      "2 files, 1 import among them. Imported from outside:\nreact (2 files)\nzod (1 file)",
    );
  });
});

describe("get_code_metrics", () => {
  it("counts lines, and branches by the innermost named function", async () => {
    const text = [
      "// A comment",
      "function one(a: number) {",
      "  if (a > 1 && a < 3) return 1; // more",
      "",
      "  return [1].map((x) => (x ? 1 : 2));",
      "}",
      "class A {",
      "  two() { for (const x of []) { const inner = () => x ?? 1; } }",
      "}",
    ];
    const run = await runWith({ "a.ts": `${text.join("\n")}\n` });
    const { output } = await run.call(getCodeMetricsTool, { path: "a.ts" });
    expect(output.split("\n")).toEqual([
      "TypeScript: 1 file, 9 lines (7 code, 1 comment, 1 blank), 3 functions",
      "3 functions, mean complexity 2.7. Most complex:",
      "4 one 2-6",
      "2 A.two 8-8",
      "2 A.two.inner 8-8",
    ]);
  });
});

describe("parse_ast", () => {
  it("shows named nodes with their roles, lines and texts", async () => {
    const run = await runWith({ "a.py": "def f(a):\n    return a\n" });
    const { output } = await run.call(parseAstTool, { path: "a.py" });
    expect(output.split("\n")).toEqual([
      "module 1-3",
      " function_definition 1-2",
      '  name: identifier "f" 1',
      "  parameters: parameters 1",
      '   identifier "a" 1',
      "  body: block 2",
      "   return_statement 2",
      '    identifier "a" 2',
    ]);
  });

  it("shows only the part of the tree in the given lines", async () => {
    const run = await runWith({ "a.ts": "const a = 1;\nfunction f() {\n  const b = 2;\n}\n" });
    const { output } = await run.call(parseAstTool, { path: "a.ts", from_line: 3, depth: 2 });
    expect(output).toContain('name: identifier "b" 3');
    expect(output).not.toContain('"a"');
  });

  it.each(["a.json", "a.yaml", "a.html", "a.css", "a.ps1", "a.ini"])("parses %s", async (path) => {
    const texts = {
      "a.json": '{"a": [1]}',
      "a.yaml": "a:\n  - 1\n",
      "a.html": "<p class=x>y</p>",
      "a.css": "a { b: c }",
      "a.ps1": "$a = 1",
      "a.ini": "[a]\nb=c\n",
    };
    const run = await runWith(texts);
    const result = await run.call(parseAstTool, { path });
    expect(result.outcome).not.toBe("error");
    expect(result.output.split("\n").length).toBeGreaterThan(2);
    expect(result.output).not.toContain("Syntax errors");
  });

  it("refuses files outside the folder, of unknown languages and binary ones", async () => {
    const run = await runWith({ "a.xyz": "", "b.ts": "\0" });
    for (const path of ["../x.ts", "a.xyz", "b.ts", "missing.ts"])
      expect(await run.call(parseAstTool, { path })).toMatchObject({
        outcome: "error",
        output: containing(`Cannot parse "${path}"`),
      });
  });
});

describe("bounds", () => {
  it("ends a parse that takes too long, and parses the next file", async () => {
    const language = languageOf("a.ts");
    if (language === undefined) throw new Error("TypeScript is known");
    const reader = createCodeReader({ owner: "w", signal: new AbortController().signal, timeLimitMs: 20 });
    const text = "f(".repeat(200_000);
    expect(await reader.facts({ path: "a.ts", language, text })).toEqual({
      ok: false,
      message: "Parsing it takes too long.",
    });
    await reader.close();
  });

  it.skipIf(!IS_SOAK)("reads a minified file of one million characters within its limits", async () => {
    const language = languageOf("a.js");
    if (language === undefined) throw new Error("JavaScript is known");
    const text = "var f=function(a,b){return a&&b?c.map(x=>x||1):require('y')};".repeat(17_000);
    const reader = createCodeReader({ owner: "w", signal: new AbortController().signal });
    const facts = await reader.facts({ path: "a.js", language, text });
    await reader.close();
    if (!facts.ok) throw new Error(facts.message);
    expect(facts.value.isCut).toBe(true);
    expect(facts.value.functions.length + facts.value.imports.length).toBeGreaterThan(3000);
  });

  it("stops at the limit of files and reports that", async () => {
    const run = await runWith({ "a.ts": "", "b.ts": "let b", "c.ts": "let c" });
    const reader = createCodeReader({ owner: "w", signal: run.context.signal });
    const surveyed = await surveyFolder(run.context, reader, { path: ".", limits: { files: 2 } });
    await reader.close();
    if (!surveyed.ok) throw new Error(surveyed.message);
    expect([...surveyed.survey.files.keys()]).toEqual(["a.ts", "b.ts"]);
    expect(surveyNotices(surveyed.survey)[0]).toContain("Only the first 2 files");
  });

  it("does not parse equal content again", async () => {
    const text = `export const unique = ${String(performance.now())};`;
    const language = languageOf("a.ts");
    if (language === undefined) throw new Error("TypeScript is known");
    const reader = createCodeReader({ owner: "w", signal: new AbortController().signal });
    const first = await reader.facts({ path: "a.ts", language, text });
    const second = await reader.facts({ path: "b.ts", language, text });
    await reader.close();
    expect(first.ok && second.ok && first.value === second.value).toBe(true);
  });
});
