import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  PERMISSION_MODES,
  type PermissionRule,
  type Policy,
  RULE_LAYERS,
  whatIf,
} from "@goaltrace/core/permissions";
import { createToolSet } from "@goaltrace/core/tools";
import { builtInTools } from "@goaltrace/tools";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { explainCall } from "./explain-call.ts";
import { toPermissionCall } from "./permission-call.ts";
import { createRunPermission } from "./run-permission.ts";

const surroundings = { tools: createToolSet(builtInTools()), allowsProtectedWrites: false };
const PLACE = { workspaceId: "w", conversationId: null, agent: "general" };
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rules-"));
  await mkdir(join(folder, "infra"));
  await writeFile(join(folder, "infra/key"), "key");
  await symlink("infra", join(folder, "link"));
});

const rule = (effect: PermissionRule["effect"], tool: string, pattern: string): PermissionRule => ({
  ...{ id: `${effect} ${tool}(${pattern})`, layer: "workspace", effect, tool, pattern },
});

async function decideCall(policy: Policy, call: { readonly tool: string; readonly arguments: unknown }) {
  const annotations = surroundings.tools.find(call.tool)?.annotations ?? {};
  return await createRunPermission(surroundings, { ...policy, hasApprover: true }).decide({
    ...{ ...call, annotations, folder, agent: "general", conversation: null, person: "p" },
    ...{ scope: { workspaceId: "w", personId: "p" }, rootId: "t", traceId: "t", step: 1, toolCallId: "c" },
    ...{ definitionDigest: "", argumentsDigest: "" },
  });
}

const explainIn = async (policy: Policy, call: { readonly tool: string; readonly arguments: unknown }) =>
  await explainCall(
    { ...surroundings, readPolicy: async () => policy },
    { ...PLACE, ...call, projectFolder: folder },
  );

const paths = fc.constantFrom(
  "infra/key",
  "link/key",
  "./infra//key",
  "infra/../AGENTS.md",
  "src/a.ts",
  "..",
  "/etc/passwd",
);
const arbitraryCall = fc.record({
  tool: fc.constantFrom("read_file", "write_file", "edit_file", "grep_content", "calculator", "todo"),
  arguments: fc.oneof(
    fc.record({
      path: fc.oneof(
        paths,
        paths.map((path) => join(folder, path)),
      ),
    }),
    fc.constantFrom({}, null, "text", { path: 7 }),
  ),
});
const arbitraryPolicy = fc.record({
  mode: fc.constantFrom(...PERMISSION_MODES),
  rules: fc.array(
    fc.record({
      id: fc.uuid(),
      layer: fc.constantFrom(...RULE_LAYERS),
      effect: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
      tool: fc.constantFrom("read_file", "write_file", "*", "todo"),
      pattern: fc.constantFrom("", "infra/**", "link", "*.md", "src/a.ts"),
    }),
    { maxLength: 5 },
  ),
});

describe("explainCall", () => {
  it("explains the same decision, by the same rule, as the permission of a run", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPolicy, arbitraryCall, async (policy, call) => {
        const explained = await explainIn(policy, call);
        const decided = await decideCall(policy, call);
        expect(explained.effect).toBe(decided.effect);
        const ruleId = decided.effect === "allow" ? undefined : decided.ruleId;
        if (decided.effect !== "allow")
          expect(explained.rules.find(({ decides }) => decides)?.id).toBe(ruleId);
        if (decided.effect !== "allow") expect(explained.reason).toBe(decided.reason);
      }),
      { numRuns: 500 },
    );
  });

  it("predicts for an additional rule what a run with it would decide", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPolicy, arbitraryPolicy, arbitraryCall, async (policy, { rules }, call) => {
        const [added] = rules;
        if (added === undefined) return;
        const annotations = surroundings.tools.find(call.tool)?.annotations ?? {};
        const seen = await toPermissionCall(surroundings, { ...call, annotations, folder });
        expect(whatIf(seen, policy, added)).toEqual({
          before: (await decideCall(policy, call)).effect,
          after: (await decideCall({ ...policy, rules: [...policy.rules, added] }, call)).effect,
        });
      }),
      { numRuns: 300 },
    );
  });

  it("matches what a link or an absolute path really names", async () => {
    const denies: Policy = { mode: "auto", rules: [rule("deny", "*", "infra/**")] };
    for (const path of ["infra/key", "link/key", "link", join(folder, "infra/key"), "src/../infra/key"])
      expect(await explainIn(denies, { tool: "read_file", arguments: { path } })).toMatchObject({
        effect: "deny",
        reason: 'The rule "deny *(infra/**)" of the workspace denies this call.',
      });
    const aliased = await explainIn(denies, { tool: "read_file", arguments: { path: "link/key" } });
    expect(aliased.subjects).toEqual(["link/key", "infra/key"]);
  });

  it("explains why each other rule does not decide", async () => {
    const own: PermissionRule = { ...rule("allow", "write_file", "src/a.ts"), layer: "conversation" };
    const policy: Policy = {
      mode: "auto",
      rules: [rule("allow", "*", ""), rule("deny", "write_file", ""), own],
    };
    const { rules } = await explainIn(policy, { tool: "write_file", arguments: { path: "src/a.ts" } });
    expect(rules.map(({ text, why }) => `${text}: ${why}`)).toEqual([
      "deny write_file: decides",
      "allow write_file(src/a.ts): cannot allow what the workspace denies",
      "allow *: less specific than the rule that decides",
    ]);
  });

  it("names the tools that exist for one that does not", async () => {
    await expect(
      explainIn({ mode: "auto", rules: [] }, { tool: "wrte_file", arguments: {} }),
    ).rejects.toMatchObject({
      code: "NOT_FOUND",
      fix: expect.stringContaining("write_file") as unknown,
    });
  });
});
