import { layerAgents, PRESETS } from "@goaltrace/core/agents";
import { createToolSet } from "@goaltrace/core/tools";
import { builtInTools, type Sandbox } from "@goaltrace/tools";
import { expect, it } from "vitest";
import { listTools } from "./describe-tools.ts";

const sandboxWith = (strength: "enforcing" | "none"): Sandbox => ({
  report: async () => (strength === "none" ? { strength, reason: "missing" } : { strength }),
  wrap: async () => null,
});

it.each([
  ["enforcing", "allow"],
  ["none", "ask"],
] as const)("says whether the project's checks ask where the sandbox is %s", async (strength, expected) => {
  const sandbox = sandboxWith(strength);
  const tools = createToolSet(builtInTools({ sandbox, variables: {} }));
  const rows = await listTools(
    {
      ...{ tools, sandbox, allowsProtectedWrites: false, toolsOf: async () => tools },
      readPolicy: async () => ({ mode: "ask", rules: [] }),
      readAgents: async () => ({ agents: layerAgents(PRESETS), warnings: [] }),
    },
    { workspaceId: "w", personId: "p" },
  );
  const effectOf = (name: string): string | undefined => rows.find((row) => row.name === name)?.effect;
  expect([effectOf("run_tests"), effectOf("run_linter")]).toEqual([expected, expected]);
  // Which of these ask is known only of a command, or always.
  expect([effectOf("bash_command"), effectOf("run_python"), effectOf("write_file")]).toEqual([
    "ask",
    "ask",
    "ask",
  ]);
  expect(rows.find(({ name }) => name === "parse_ast")).toMatchObject({ effect: "deny", isByName: true });
});
