import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatRequest } from "./support/chat-request.ts";
import { logFaults } from "./support/log-laws.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, goaltrace, type Variables } from "./support/process.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

const LIMIT_MS = 600_000;
const TOOLS = ["read_file", "edit_file", "lsp_diagnostics", "lsp_references"];

type Edit = { readonly path: string; readonly from: string; readonly to: string };
type Project = {
  readonly language: string;
  /** A part of the command line of its server. */
  readonly server: string;
  readonly files: Readonly<Record<string, string>>;
  /** The refactoring, file by file: the first edits break the files that the last ones repair. */
  readonly edits: readonly Edit[];
  readonly symbol: {
    readonly path: string;
    readonly line: number;
    readonly name: string;
    readonly uses: string;
  };
};

const PROJECTS: readonly Project[] = [
  {
    ...{ language: "TypeScript", server: "typescript-language-server" },
    files: {
      "tsconfig.json":
        '{"compilerOptions": {"strict": true, "noEmit": true, "module": "nodenext", "types": []}}',
      "birds.ts": "export function count(names: string[]): number {\n  return names.length;\n}\n",
      "main.ts":
        'import { count } from "./birds.js";\n\nexport const herons: number = count(["grey", "white"]);\n',
      "report.ts":
        'import { count } from "./birds.js";\n\nexport const report = (names: string[]): string => `${count(names)} birds`;\n',
    },
    edits: [
      { path: "birds.ts", from: "return names.length;", to: "return Math.max(least, names.length);" },
      {
        path: "birds.ts",
        from: "count(names: string[])",
        to: "tally(names: readonly string[], least: number)",
      },
      { path: "main.ts", from: 'count(["grey", "white"])', to: 'tally(["grey", "white"], 1)' },
      { path: "main.ts", from: "{ count }", to: "{ tally }" },
      { path: "report.ts", from: "{ count }", to: "{ tally }" },
      { path: "report.ts", from: "count(names)", to: "tally(names, 0)" },
    ],
    symbol: { path: "birds.ts", line: 1, name: "tally", uses: "report.ts:3:" },
  },
  {
    ...{ language: "Python", server: "pyright" },
    files: {
      "birds.py": "def count(names: list[str]) -> int:\n    return len(names)\n",
      "main.py": "from birds import count\n\nherons: int = count(['grey', 'white'])\n",
      "report.py":
        'from birds import count\n\n\ndef report(names: list[str]) -> str:\n    return f"{count(names)} birds"\n',
    },
    edits: [
      { path: "birds.py", from: "return len(names)", to: "return max(least, len(names))" },
      { path: "birds.py", from: "count(names: list[str])", to: "tally(names: list[str], least: int)" },
      { path: "main.py", from: "count(['grey', 'white'])", to: "tally(['grey', 'white'], 1)" },
      { path: "main.py", from: "import count", to: "import tally" },
      { path: "report.py", from: "import count", to: "import tally" },
      { path: "report.py", from: "{count(names)}", to: "{tally(names, 0)}" },
    ],
    symbol: { path: "birds.py", line: 1, name: "tally", uses: "report.py:5:" },
  },
];

const call = (name: string, argumentsOf: object): MockAnswer => ({
  calls: [{ name, arguments: argumentsOf }],
});

/** The steps of a refactoring: what the servers find before, after each edit, and at the end in every file. */
function steps({ files, edits, symbol }: Project): readonly MockAnswer[] {
  const sources = Object.keys(files).filter((name) => name !== "tsconfig.json");
  const check = sources.map((file) => call("lsp_diagnostics", { path: file }));
  return [
    ...sources.map((file) => call("read_file", { path: file })),
    ...check,
    ...edits.map(({ path: file, from, to }) =>
      call("edit_file", { path: file, edits: [{ type: "replace", old_text: from, new_text: to }] }),
    ),
    ...check,
    call("lsp_references", { path: symbol.path, line: symbol.line, name: symbol.name }),
    { text: "Renamed." },
  ];
}

/** The processes below another one whose command line has a text. */
async function descendants(root: number, text: string): Promise<readonly number[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/u.test(name)).map(Number);
  const parents = new Map<number, number>();
  const commands = new Map<number, string>();
  for (const pid of names) {
    const status = await readFile(`/proc/${String(pid)}/stat`, "utf8").catch(() => "");
    parents.set(pid, Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]));
    commands.set(pid, await readFile(`/proc/${String(pid)}/cmdline`, "utf8").catch(() => ""));
  }
  const isBelow = (pid: number): boolean => {
    for (let at = parents.get(pid) ?? 0; at > 1; at = parents.get(at) ?? 0) if (at === root) return true;
    return false;
  };
  return names.filter((pid) => (commands.get(pid) ?? "").includes(text) && isBelow(pid));
}

/** In soak only: the worker installs the servers from npm. */
describe.runIf(IS_SOAK)(
  "a refactoring over HTTP, with a language server that is killed in the middle",
  () => {
    const workers = createWorkerProcesses("real");
    let world: World;
    let model: MockModel;
    let variables: Variables;
    let killed = 0;

    /** Kills the server before the edit in the middle, so that the next question finds none. */
    const answer = async ({ messages }: ChatRequest): Promise<MockAnswer> => {
      const task = messages.findLast((message) => message.role === "user")?.content ?? "";
      const project = PROJECTS.find(({ language }) => task.includes(language));
      if (project === undefined) return { text: "A title" };
      const done = messages.filter((message) => message.role === "tool").length;
      const middle =
        2 * (Object.keys(project.files).length - (project.language === "TypeScript" ? 1 : 0)) + 3;
      if (done === middle) {
        const pids = await descendants(workers.all[0]?.pid ?? 0, project.server);
        for (const pid of pids) process.kill(pid, "SIGKILL");
        killed += pids.length;
      }
      return steps(project)[done] ?? { text: "Renamed." };
    };

    beforeAll(async () => {
      world = await openOwnWorld();
      model = await startMockModel(answer);
      variables = { ...world.variables(model.baseUrl), HOME: process.env.HOME ?? "/" };
      await workers.add(variables);
    });
    afterAll(async () => {
      await workers.killAll();
      await model?.close();
      await world?.close();
    });

    it.each(PROJECTS)(
      "of $language shows problems after each edit and none at the end",
      async (project) => {
        const { language, files, edits, symbol } = project;
        const projectFolder = path.join(world.folder, language);
        await mkdir(projectFolder);
        for (const [name, text] of Object.entries(files))
          await writeFile(path.join(projectFolder, name), text);
        killed = 0;
        const { id } = await world.queue({ text: `Refactor ${language}`, projectFolder, tools: TOOLS });
        await until(
          "the question about the installation",
          async () => ((await world.trace(id)).status === "waiting" ? true : undefined),
          LIMIT_MS,
        );
        const answered = await goaltrace(["answer", id, "--text", "Install it"], variables);
        expect(answered).toMatchObject({ code: 0 });
        expect(await world.ended(id, LIMIT_MS)).toMatchObject({ status: "completed", summary: "Renamed." });
        const log = await world.log(id);
        expect(logFaults(log)).toEqual([]);
        expect(model.complaints).toEqual([]);
        expect(killed).toBeGreaterThan(0);
        const results = log.flatMap((entry) =>
          entry.kind === "message" && entry.role === "tool" ? [entry] : [],
        );
        expect(results.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
        const byTool = (name: string): readonly string[] =>
          results.flatMap(({ toolName, output }) => (toolName === name ? [output] : []));
        const checks = byTool("lsp_diagnostics");
        expect(checks).toHaveLength(2 * Object.keys(files).filter((name) => name !== "tsconfig.json").length);
        expect(checks.filter((output) => !output.startsWith("No problems in"))).toEqual([]);
        // Each edit says what the server finds in its file: these are broken until their second edit.
        const broken = byTool("edit_file").map((output) => /\d+ errors?/u.test(output));
        expect(broken).toEqual([true, false, true, false, true, false]);
        expect(byTool("lsp_references").join()).toContain(symbol.uses);
        for (const { path: file, to } of edits)
          expect(await readFile(path.join(projectFolder, file), "utf8")).toContain(to);
      },
      LIMIT_MS,
    );
  },
);
