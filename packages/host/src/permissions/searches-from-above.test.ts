import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PermissionRule } from "@goaltrace/core/permissions";
import { createToolRun } from "@goaltrace/core/testing";
import { createToolSet } from "@goaltrace/core/tools";
import { builtInTools } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { createRunPermission } from "./run-permission.ts";

const tools = createToolSet(builtInTools());

async function setUp(rules: readonly [PermissionRule["effect"], string, string][]) {
  const folder = await mkdtemp(join(tmpdir(), "searches-"));
  for (const path of ["infra/keys/live.txt", "infra/notes.md", "src/a.ts"]) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), `needle of ${path}\n`);
  }
  const permission = createRunPermission(
    { tools, allowsProtectedWrites: false },
    {
      mode: "auto",
      hasApprover: true,
      rules: rules.map(([effect, tool, pattern], index) => ({
        ...{ id: String(index), layer: "workspace", effect, tool, pattern },
      })),
    },
  );
  /** The output of a call that a person approves if it asks; the effect of one that is denied. */
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<string> => {
    const tool = tools.find(name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    const decision = await permission.decide({
      ...{ tool: name, arguments: input, annotations: tool.annotations, folder, agent: "general" },
      ...{ scope: { workspaceId: "w", personId: "p" }, person: "p", conversation: null },
      ...{ rootId: "t", traceId: "t", step: 1, toolCallId: "c", definitionDigest: "", argumentsDigest: "" },
    });
    if (decision.effect === "deny") return "deny";
    const { output } = await createToolRun({ projectFolder: folder, hides: decision.hides }).call(
      tool,
      input,
    );
    return output;
  };
  return { call };
}

describe("a search from above a denied folder", () => {
  it("finds, lists and shows nothing below it", async () => {
    const { call } = await setUp([["deny", "*", "infra/keys"]]);
    for (const [name, input] of [
      ["grep_content", { pattern: "needle" }],
      ["grep_content", { pattern: "needle", path: "infra", output: "files" }],
      ["glob_files", { pattern: "**/*" }],
      ["list_directory", { path: ".", depth: 3 }],
    ] as const) {
      const output = await call(name, input);
      expect(output).toContain("notes.md");
      expect(output).not.toContain("live.txt");
      expect(output).not.toContain("keys");
      expect(output).toContain("Permission rules may keep files");
    }
    expect(await call("grep_content", { pattern: "needle", path: "infra/keys/live.txt" })).toBe("deny");
  });

  it("shows no contents of files that may be found but not read", async () => {
    const { call } = await setUp([["deny", "read_file", "infra/**"]]);
    expect(await call("grep_content", { pattern: "needle" })).toContain("needle of src/a.ts");
    expect(await call("grep_content", { pattern: "needle" })).not.toContain("infra");
    expect(await call("grep_content", { pattern: "needle", path: "infra/notes.md" })).not.toContain(
      "needle of",
    );
    expect(await call("glob_files", { pattern: "*.md" })).toContain("infra/notes.md");
  });

  it("leaves out paths that ask, and shows them once a person approved a search there", async () => {
    const { call } = await setUp([["ask", "grep_content", "infra/**"]]);
    expect(await call("grep_content", { pattern: "needle" })).not.toContain("infra");
    expect(await call("grep_content", { pattern: "needle", path: "infra" })).toContain(
      "needle of infra/notes.md",
    );
  });

  it("finds what a narrower rule allows when it is searched for itself", async () => {
    const { call } = await setUp([
      ["deny", "*", "infra/**"],
      ["allow", "grep_content", "infra/notes.md"],
      ["allow", "read_file", "infra/notes.md"],
    ]);
    expect(await call("grep_content", { pattern: "needle", path: "infra/notes.md" })).toContain("needle of");
    expect(await call("grep_content", { pattern: "needle" })).not.toContain("infra");
  });

  it("does not mention rules when none applies to searching", async () => {
    const { call } = await setUp([["deny", "write_file", "infra/**"]]);
    expect(await call("grep_content", { pattern: "needle" })).not.toContain("Permission rules");
  });
});
