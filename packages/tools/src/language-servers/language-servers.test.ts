import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CallAsks } from "@goaltrace/core/call-asks";
import type { Tool, ToolContext } from "@goaltrace/core";
import { createToolRun } from "@goaltrace/core/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { editFileTool } from "../files/edit-file.ts";
import { readFileTool } from "../files/read-file.ts";
import type { Sandbox } from "../process/sandbox.ts";
import { withProblems } from "./after-edit.ts";
import { createLanguageServers, type LanguageServersOptions } from "./language-servers.ts";
import { lspTools } from "./lsp-tools.ts";

/** Wraps nothing: what the sandbox keeps from servers is tested with the real one. */
const OPEN: Sandbox = { report: async () => ({ strength: "enforcing" }), wrap: async () => [] };
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** A project folder with a machine on which the server for Python is a fake one. */
function world(options: Partial<LanguageServersOptions> & { readonly isInstalled?: boolean } = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "lsp-")));
  const project = join(base, "project");
  const package_ = join(base, "servers/pyright-1.1.414/node_modules/pyright");
  mkdirSync(project);
  if (options.isInstalled !== false) {
    mkdirSync(package_, { recursive: true });
    copyFileSync(
      join(import.meta.dirname, "testing/fake-language-server.mjs"),
      join(package_, "langserver.index.js"),
    );
    writeFileSync(join(package_, "package.json"), '{"type": "module"}');
  }
  const servers = createLanguageServers({
    ...{ machine: { sandbox: OPEN, variables: { PATH: process.env["PATH"] } } },
    ...{ folder: join(base, "servers"), newId: () => `lsp-${String(performance.now())}`, ...options },
  });
  opened.push(async () => {
    await servers.close();
    rmSync(base, { recursive: true });
  });
  const tools = lspTools(servers);
  const tool = (name: string): Tool => {
    const found = tools.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found;
  };
  const run = (overrides: Partial<ToolContext> = {}) =>
    createToolRun({ projectFolder: project, ...overrides });
  return {
    ...{ servers, project, run },
    write: (name: string, text: string) => writeFileSync(join(project, name), text),
    starts: () => {
      const log = join(project, "started.log");
      return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").map(Number) : [];
    },
    call: async (name: string, input: object, overrides: Partial<ToolContext> = {}) =>
      await run(overrides).call(tool(name), { path: "a.py", ...input }),
  };
}

const isRunning = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("problems of a file", () => {
  it("reflect the content on disk, including files that were queried before", async () => {
    const { write, call, starts } = world();
    write("a.py", "good\nBAD\n");
    const first = await call("lsp_diagnostics", {});
    expect(first).toMatchObject({
      title: "1 error in a.py",
      output: '1 error in "a.py", says pyright.\n2:1 error bad: It is · bad.',
      metadata: { path: "a.py", server: "pyright", problems: [{ severity: "error", source: "BAD" }] },
    });
    write("a.py", "good\n");
    write("b.py", "good\n");
    // The fake one reports all files that it holds.
    expect((await call("lsp_diagnostics", { path: "b.py" })).output).toBe(
      'No problems in "b.py", says pyright.',
    );
    expect(starts()).toHaveLength(1);
  });

  it("are added to the result of a change, if the server is installed", async () => {
    const { write, run, servers } = world();
    write("a.py", "good\n");
    const here = run();
    await here.call(readFileTool, { path: "a.py" });
    const edit = withProblems<Tool>(editFileTool, servers);
    const replace = { type: "replace", old_text: "good", new_text: "BAD" };
    const result = await here.call(edit, { path: "a.py", edits: [replace] });
    expect(result.output).toContain("pyright now finds in it: 1 error.\n1:1 error bad: It is · bad.");
    expect(result.metadata).toMatchObject({ diff: expect.any(String) as unknown, problems: [{ line: 1 }] });
    const other = world({ isInstalled: false });
    other.write("a.py", "good\n");
    const there = other.run();
    await there.call(readFileTool, { path: "a.py" });
    const plain = await there.call(withProblems<Tool>(editFileTool, other.servers), {
      ...{ path: "a.py", edits: [replace] },
    });
    expect(plain.output).not.toContain("pyright");
  });
});

describe("a name", () => {
  it("is described at the place in its line where it is a whole word", async () => {
    const { write, call } = world();
    write("a.py", "first\nbanana = an + 1\n");
    expect((await call("lsp_hover", { line: 2, name: "an" })).output).toBe("at 1:9");
    expect(await call("lsp_hover", { line: 2, name: "plum" })).toMatchObject({
      ...{ outcome: "error", output: 'Line 2 of "a.py" does not contain "plum".' },
    });
  });

  it("is found with the lines of its places, except those that the run may not read", async () => {
    const { write, call } = world();
    write("a.py", "  first = 1\n");
    write("hidden.py", "password = 1\n");
    expect((await call("lsp_definition", { line: 1, name: "first" })).output).toBe("a.py:1:1: first = 1");
    const hides = (path: string): boolean => path === "hidden.py";
    const { output } = await call("lsp_references", { line: 1, name: "first" }, { hides });
    expect(output).toBe("(a file that this run may not read)\noutside.py:1:1 (outside the project)");
  });
});

describe("a server", () => {
  it("is restarted if it dies during a query, and answers it", async () => {
    const { write, call, starts } = world();
    write("a.py", "DIE-ONCE BAD\n");
    expect((await call("lsp_diagnostics", {})).title).toBe("1 error in a.py");
    expect(starts()).toHaveLength(2);
  });

  it("is given up if it dies repeatedly", async () => {
    const { write, call, starts } = world();
    write("a.py", "DIE!\n");
    for (let round = 0; round < 3; round += 1)
      expect(await call("lsp_diagnostics", {})).toMatchObject({ outcome: "error" });
    expect((await call("lsp_diagnostics", {})).output).toContain("has ended several times within a minute");
    expect(starts()).toHaveLength(4);
  });

  it("is stopped if it sends anything but messages", async () => {
    const { write, call, starts } = world();
    write("a.py", "BABBLE\n");
    expect(await call("lsp_diagnostics", {})).toMatchObject({ outcome: "error" });
    for (const pid of starts())
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 20_000 });
  });

  it("stops when it is no longer used, and starts again for the next query", async () => {
    const { write, call, starts } = world({ idle: { stopMs: 100, lookMs: 20 } });
    write("a.py", "good\n");
    await call("lsp_diagnostics", {});
    await vi.waitFor(() => expect(isRunning(starts()[0])).toBe(false), { timeout: 20_000 });
    await call("lsp_diagnostics", {});
    expect(starts()).toHaveLength(2);
  });

  it("never answers a run that may see less than the server does", async () => {
    const { write, call, starts } = world();
    write("a.py", "good\n");
    write("hidden.py", "password = 1\n");
    await call("lsp_diagnostics", {});
    await call("lsp_diagnostics", {}, { hides: (path) => path === "hidden.py" });
    expect(starts()).toHaveLength(2);
  });

  it("does not run without a sandbox", async () => {
    const sandbox: Sandbox = {
      report: async () => ({ strength: "none", reason: "" }),
      wrap: async () => null,
    };
    const { write, call, starts } = world({ machine: { sandbox, variables: {} } });
    write("a.py", "good\n");
    expect((await call("lsp_diagnostics", {})).output).toContain("only in a sandbox");
    expect(starts()).toEqual([]);
  });

  it("is installed only after a person agreed", async () => {
    const { write, call } = world({ isInstalled: false });
    write("a.py", "good\n");
    const asked = await call("lsp_diagnostics", {}).catch((thrown: unknown) => thrown);
    if (!(asked instanceof CallAsks)) throw new Error("nobody was asked");
    expect(asked.question.text).toContain("Install pyright 1.1.414 from npm");
    for (const text of ["Go on without it", "no", null])
      expect(await call("lsp_diagnostics", {}, { answer: { text, memo: "pyright" } })).toMatchObject({
        ...{ outcome: "error", output: expect.stringContaining("nobody agreed to install it") as unknown },
      });
  });

  it("does not exist for every file", async () => {
    const { write, call } = world();
    write("a.txt", "good\n");
    expect((await call("lsp_diagnostics", { path: "a.txt" })).output).toContain(
      "TypeScript and JavaScript, Python",
    );
    expect((await call("lsp_diagnostics", { path: "../a.py" })).outcome).toBe("error");
  });
});
