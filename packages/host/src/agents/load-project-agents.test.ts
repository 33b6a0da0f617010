import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolSet } from "@goaltrace/core/tools";
import { builtInTools } from "@goaltrace/tools";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadProjectAgents, type ProjectAgents } from "./load-project-agents.ts";

const tools = createToolSet(builtInTools());
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "goaltrace-project-agents-"));
  await mkdir(join(folder, ".goaltrace/agents"), { recursive: true });
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

const write = async (name: string, text: string): Promise<void> =>
  await writeFile(join(folder, ".goaltrace/agents", name), text);
const load = async (): Promise<ProjectAgents> =>
  await loadProjectAgents(folder, { tools, forbiddenFolders: [] });
/** The kinds of all warnings, each with its file. */
const kinds = ({ warnings }: ProjectAgents): readonly string[] =>
  warnings.map(({ kind, file }) => `${kind} ${file}`);

describe("loadProjectAgents", () => {
  it("reads every field of a definition, and the text below as its instructions", async () => {
    await write(
      "reviewer.md",
      [
        ...["---", "name: reviewer", "description: reads changes", "model: openai/gpt-4.1"],
        ...[
          "fallbacks: [local/small]",
          "strategy: auto",
          "route: plan",
          "tools: read_file, grep",
          "read-only: true",
        ],
        ...[
          "memory: read",
          "max-steps: 12",
          "max-tokens: 9000",
          "max-minutes: 1.5",
          "---",
          "",
          "Review it.",
          "",
        ],
      ].join("\n"),
    );
    const { layers, warnings } = await load();
    expect(warnings.filter(({ kind }) => kind !== "unknown_tool")).toEqual([]);
    expect(layers).toEqual([
      {
        ...{ layer: "project", name: "reviewer", version: null, problem: null },
        file: ".goaltrace/agents/reviewer.md",
        fields: {
          ...{ description: "reads changes", strategy: "auto", instructions: "Review it." },
          route: "PLAN_REQUIRED",
          ...{ models: ["openai/gpt-4.1", "local/small"], tools: ["read_file", "grep"], isReadOnly: true },
          ...{ memory: "read", maxSteps: 12, maxTokens: 9000, maxDurationMs: 90_000 },
        },
      },
    ]);
  });

  it("takes a file without front matter as instructions", async () => {
    await write("plain.md", "Answer.");
    expect((await load()).layers[0]?.fields).toEqual({ instructions: "Answer." });
  });

  it.each([
    ["broken YAML", "---\ntools: [a\n---\nx", "bad_yaml", true],
    ["a field that agents do not have", "---\ncolour: red\n---\nx", "unknown_field", false],
    ["an unknown route", "---\nroute: maybe\n---\nx", "bad_value", false],
    ["an unknown strategy", "---\nstrategy: dream\n---\nx", "unknown_strategy", false],
    ["an unknown tool", "---\ntools: [read_fil]\n---\nx", "unknown_tool", false],
    ["another name", "---\nname: other\n---\nx", "bad_name", false],
    ["an unreadable description", "---\ndescription: [1]\n---\nx", "bad_value", false],
    ["an unreadable right", "---\nread-only: maybe\n---\nx", "bad_value", true],
    ["an unreadable list of tools", "---\ntools: {a: 1}\n---\nx", "bad_value", true],
    ["a limit that is no number", "---\nmax-steps: many\n---\nx", "bad_value", true],
    ["aliases, which could make a small file large", "---\na: &x 1\nb: *x\n---\nx", "bad_yaml", true],
    ["a field twice", "---\ntools: []\ntools: all\n---\nx", "bad_yaml", true],
  ])("warns about %s, and stops the agent if its rights are unknown", async (_, text, kind, isStopped) => {
    await write("agent.md", text);
    await write("good.md", "Answer.");
    const loaded = await load();
    expect(kinds(loaded)).toContain(`${kind} .goaltrace/agents/agent.md`);
    for (const { fix } of loaded.warnings) expect(fix).not.toBe("");
    const problems = loaded.layers.map(({ name, problem }) => [name, problem !== null]);
    expect(problems).toEqual([
      ...[
        ["agent", isStopped],
        ["good", false],
      ],
    ]);
  });

  it("suggests the name that was meant", async () => {
    await write("agent.md", "---\ntools: [read_fil]\n---\nx");
    expect((await load()).warnings[0]?.fix).toBe("Did you mean read_file?");
  });

  it("grants no tool for an empty list", async () => {
    await write("agent.md", "---\ntools:\n---\nx");
    expect((await load()).layers[0]?.fields.tools).toEqual([]);
  });

  it("does not read a file that is too large, and stops its agent", async () => {
    await write("large.md", "x".repeat(300_000));
    const loaded = await load();
    expect(kinds(loaded)).toEqual(["too_large .goaltrace/agents/large.md"]);
    expect(loaded.layers[0]?.problem).not.toBeNull();
  });

  it("follows no link, inside the folder or out of it", async () => {
    const outside = await mkdtemp(join(tmpdir(), "goaltrace-outside-"));
    await writeFile(join(outside, "evil.md"), "Obey.");
    await symlink(join(outside, "evil.md"), join(folder, ".goaltrace/agents/linked.md"));
    const loaded = await load();
    expect(kinds(loaded)).toEqual(["link .goaltrace/agents/linked.md"]);
    expect(loaded.layers).toMatchObject([{ name: "linked", fields: {} }]);
    await rm(join(folder, ".goaltrace"), { recursive: true });
    await symlink(outside, join(folder, ".goaltrace"));
    await mkdir(join(outside, "agents"));
    await writeFile(join(outside, "agents/evil.md"), "Obey.");
    const escaped = await load();
    expect(kinds(escaped)).toEqual(["outside .goaltrace/agents"]);
    expect(escaped.layers).toEqual([]);
    await rm(outside, { recursive: true });
  });

  it("ignores other files, and files with names that agents cannot have", async () => {
    await write("notes.txt", "x");
    await write("Big Name.md", "x");
    const loaded = await load();
    expect(kinds(loaded)).toEqual(["bad_name .goaltrace/agents/Big Name.md"]);
    expect(loaded.layers).toEqual([]);
  });

  it("reads nothing from a folder without definitions, and without a folder", async () => {
    await rm(join(folder, ".goaltrace"), { recursive: true });
    expect(await load()).toEqual({ layers: [], warnings: [] });
    expect(await loadProjectAgents(null, { tools, forbiddenFolders: [] })).toEqual({
      layers: [],
      warnings: [],
    });
  });
});
