import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PermissionMode, type PermissionRule, suggestRules } from "@goaltrace/core/permissions";
import { createToolSet } from "@goaltrace/core/tools";
import { builtInTools, type Sandbox } from "@goaltrace/tools";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRunPermission } from "./run-permission.ts";

const surroundings = { tools: createToolSet(builtInTools()), allowsProtectedWrites: false };

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "permission-"));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

async function decideWrite(
  path: string,
  { hasApprover, mode = "ask" }: { readonly hasApprover: boolean; readonly mode?: PermissionMode },
  rules: readonly PermissionRule[] = [],
) {
  return await createRunPermission(surroundings, { mode, rules, hasApprover }).decide({
    ...{ tool: "write_file", arguments: { path, content: "" }, annotations: {}, folder },
    ...{ agent: "general", conversation: null, person: "p", scope: { workspaceId: "w", personId: "p" } },
    ...{ rootId: "t", traceId: "t", step: 1, toolCallId: "c", definitionDigest: "", argumentsDigest: "" },
  });
}

it("names the narrowest option that would permit a call where no one can be asked", async () => {
  expect(await decideWrite("src/a.ts", { hasApprover: false })).toMatchObject({
    effect: "ask",
    reason: expect.stringContaining("--allow 'write_file(src/a.ts)' would permit it") as unknown,
  });
  const asked = await decideWrite("src/a.ts", { hasApprover: true });
  expect(JSON.stringify(asked)).not.toContain("--allow");
});

it("suggests to allow all changes of files with every built-in tool that changes the file it names", () => {
  const tools = builtInTools()
    .filter(({ subject, annotations }) => subject?.kind === "path" && annotations.readOnlyHint !== true)
    .map(({ name }) => name);
  for (const tool of tools) {
    const subjects = [{ kind: "path", text: "src/a.ts" } as const];
    const call = { tool, isHarmless: false, isProtected: false, subjects };
    const widest = suggestRules(call, { mode: "ask", rules: [] }, "conversation").at(-1) ?? [];
    expect(widest.map((target) => target.tool).toSorted()).toEqual(tools.toSorted());
  }
});

it("names no option that would not help", async () => {
  for (const path of ["AGENTS.md", ".husky/pre-commit", "docs/.vscode/tasks.json"])
    for (const mode of ["ask", "auto"] as const) {
      const decided = await decideWrite(path, { hasApprover: false, mode });
      expect(decided).toMatchObject({ effect: "ask", cause: "protected" });
      expect(JSON.stringify(decided)).not.toContain("--allow");
    }
});

it("refuses to write what file tools write in no case, and says why instead of asking", async () => {
  await symlink(tmpdir(), join(folder, "elsewhere"));
  for (const [path, reason] of [
    ["../other/a.ts", "leads outside the project folder"],
    ["/etc/hosts", "leads outside the project folder"],
    ["elsewhere/a.ts", "leads outside the project folder"],
    ["src/.env", "Environment files"],
    [".git/config", "cannot be written by file tools"],
  ] as const) {
    const allow = {
      id: "1",
      layer: "conversation",
      effect: "allow",
      tool: "write_file",
      pattern: "",
    } as const;
    const asks = { hasApprover: true };
    expect(await decideWrite(path, asks), path).toMatchObject({
      effect: "deny",
      by: "mode",
      reason: expect.stringContaining(reason) as unknown,
    });
    // The tool itself refuses where a rule lets the call run.
    if (path.includes("git")) continue;
    expect(await decideWrite(path, asks, [allow]), path).toMatchObject({ effect: "allow" });
    expect(await decideWrite(path, { ...asks, mode: "auto" }), path).toMatchObject({ effect: "allow" });
  }
  expect(await decideWrite("AGENTS.md", { hasApprover: true })).toMatchObject({ effect: "ask" });
});

it("refuses to read what the sandbox does not show, and says so instead of asking", async () => {
  const sandbox: Sandbox = { report: async () => ({ strength: "enforcing" }), wrap: async () => null };
  const decided = await createRunPermission(
    { ...surroundings, sandbox, tools: createToolSet(builtInTools({ sandbox, variables: {} })) },
    { mode: "ask", rules: [], hasApprover: true },
  ).decide({
    ...{
      tool: "bash_command",
      arguments: { command: "ls && cat /home/mira/notes.txt" },
      annotations: {},
      folder,
    },
    ...{ agent: "general", conversation: null, person: "p", scope: { workspaceId: "w", personId: "p" } },
    ...{ rootId: "t", traceId: "t", step: 1, toolCallId: "c", definitionDigest: "", argumentsDigest: "" },
  });
  expect(decided).toEqual({
    effect: "deny",
    by: "mode",
    reason:
      'The command "cat /home/mira/notes.txt" names a path that commands do not see: the sandbox shows only the project folder and programs. It would find nothing, so no one is asked.',
    ruleId: undefined,
  });
});

it("asks about reading a folder that the sandbox shows below a home folder", async () => {
  const sandbox: Sandbox = {
    report: async () => ({ strength: "enforcing" }),
    wrap: async () => null,
    shownFolders: async (projectFolder) => (projectFolder === folder ? ["/home/mira/node-v22"] : []),
  };
  const permission = createRunPermission(
    { ...surroundings, sandbox, tools: createToolSet(builtInTools({ sandbox, variables: {} })) },
    { mode: "ask", rules: [], hasApprover: true },
  );
  const effectOf = async (path: string): Promise<string> => {
    const { effect } = await permission.decide({
      ...{ tool: "bash_command", arguments: { command: `ls ${path}` }, annotations: {}, folder },
      ...{ agent: "general", conversation: null, person: "p", scope: { workspaceId: "w", personId: "p" } },
      ...{ rootId: "t", traceId: "t", step: 1, toolCallId: "c", definitionDigest: "", argumentsDigest: "" },
    });
    return effect;
  };
  expect(await effectOf("/home/mira/node-v22/lib")).toBe("ask");
  expect(await effectOf("/home/mira/notes")).toBe("deny");
});
