import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRun, IS_SOAK } from "@goaltrace/core/testing";
import type { Tool } from "@goaltrace/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editFileTool } from "../files/edit-file.ts";
import { readFileTool } from "../files/read-file.ts";
import { createSandbox, type Sandbox } from "../process/sandbox.ts";
import { processesWith } from "../process/process-list.ts";
import { withProblems } from "./after-edit.ts";
import { createLanguageServers } from "./language-servers.ts";
import { lspTools } from "./lsp-tools.ts";
import { SERVER_KINDS, serverFor } from "./server-kinds.ts";

const LIMIT_MS = 300_000;
const base = realpathSync(mkdtempSync(join(tmpdir(), "lsp-real-")));
const project = join(base, "project");
const OPEN: Sandbox = { report: async () => ({ strength: "enforcing" }), wrap: async () => [] };

const FILES = {
  "tsconfig.json": '{"compilerOptions": {"strict": true, "noEmit": true, "module": "nodenext", "types": []}}',
  "birds.ts": "export function count(names: string[]): number {\n  return names.length;\n}\n",
  "main.ts":
    'import { count } from "./birds.js";\n\nexport const herons: number = count(["grey", "white"]);\n',
  "birds.py": "def count(names: list[str]) -> int:\n    return len(names)\n",
  "main.py": "from birds import count\n\nherons: int = count(['grey', 'white'])\n",
};

type Case = {
  readonly language: string;
  readonly ending: string;
  readonly line: string;
  readonly renamed: string;
  readonly hover: string;
};
const CASES: readonly Case[] = [
  {
    ...{
      language: "TypeScript",
      ending: "ts",
      line: "export function count(names",
      hover: "count(names: string[]): number",
    },
    renamed: "export function tally(names",
  },
  {
    ...{ language: "Python", ending: "py", line: "def count(names", hover: "count(names: list[str]) -> int" },
    renamed: "def tally(names",
  },
];

/** In soak only: it installs the servers from npm, as they are pinned. */
describe.runIf(IS_SOAK)("language servers from npm", async () => {
  const real = createSandbox();
  const { strength } = await real.report();
  const markers: string[] = [];
  const servers = createLanguageServers({
    machine: {
      sandbox: strength === "none" ? OPEN : real,
      variables: { PATH: process.env["PATH"], HOME: process.env["HOME"] },
    },
    folder: join(base, "servers"),
    newId: () => {
      const id = `lsp-real-${String(performance.now())}`;
      markers.push(id);
      return id;
    },
  });
  const tools = [withProblems<Tool>(editFileTool, servers), readFileTool, ...lspTools(servers)];
  const run = createToolRun({ projectFolder: project });
  const call = async (name: string, input: object) => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return await run.call(tool, input);
  };
  const rename = async (path: string, from: string, to: string) =>
    await call("edit_file", {
      path,
      edits: [{ type: "replace", old_text: from, new_text: to, replace_all: true }],
    });

  beforeAll(async () => {
    mkdirSync(project);
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project, name), text);
    for (const kind of SERVER_KINDS.slice(0, 2)) await servers.install(kind, AbortSignal.timeout(LIMIT_MS));
  }, LIMIT_MS);
  afterAll(async () => {
    await servers.close();
    for (const marker of markers) expect(await processesWith(marker)).toEqual([]);
    rmSync(base, { recursive: true, force: true });
  }, LIMIT_MS);

  it.each(CASES)(
    "follow a refactoring of $language: problems after each edit, none at the end, even after a kill in the middle",
    async ({ ending, line, renamed, hover }) => {
      const [birds, main] = [`birds.${ending}`, `main.${ending}`];
      for (const path of [birds, main]) {
        await call("read_file", { path });
        expect((await call("lsp_diagnostics", { path })).title).toBe(`No problems in ${path}`);
      }
      expect((await call("lsp_hover", { path: birds, line: 1, name: "count" })).output).toContain(hover);
      const definition = await call("lsp_definition", { path: main, line: 3, name: "count" });
      expect(definition.output).toContain(`${birds}:1:`);
      const references = await call("lsp_references", { path: birds, line: 1, name: "count" });
      expect(references.output).toContain(`${main}:3:`);
      expect((await rename(birds, line, renamed)).output).toContain("No problems");
      const broken = await call("lsp_diagnostics", { path: main });
      expect(broken.title).toMatch(/^[1-9] errors? in/u);
      for (const marker of markers)
        for (const pid of await processesWith(marker)) process.kill(pid, "SIGKILL");
      const repaired = await rename(main, "count", "tally");
      expect(repaired.output).toContain("No problems");
      for (const path of [birds, main])
        expect((await call("lsp_diagnostics", { path })).title).toBe(`No problems in ${path}`);
      expect(readFileSync(join(project, main), "utf8")).toContain("tally");
    },
    LIMIT_MS,
  );

  it(
    "agree with the compiler of TypeScript itself",
    async () => {
      writeFileSync(
        join(project, "wrong.ts"),
        'const one: number = "1";\nconst two: string = 2;\nexport { one, two };\n',
      );
      const { output } = await call("lsp_diagnostics", { path: "wrong.ts" });
      const kind = serverFor("wrong.ts")?.kind;
      const modules = kind === undefined ? null : await servers.modules(kind);
      const { stdout: compiled } = spawnSync(
        "node",
        [join(modules ?? "", "typescript/bin/tsc"), "--strict", "--noEmit", "--ignoreConfig", "wrong.ts"],
        { cwd: project, encoding: "utf8" },
      );
      const codes = (text: string): readonly string[] =>
        [...text.matchAll(/(?:TS|error )(\d{4})/gu)].map(([, code]) => code ?? "");
      expect(codes(output)).toEqual(codes(compiled));
      expect(codes(output)).toHaveLength(2);
    },
    LIMIT_MS,
  );
});
