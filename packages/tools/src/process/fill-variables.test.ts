import { createToolRun } from "@goaltrace/core/testing";
import type { SecretDestination } from "@goaltrace/core/ports";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { bashCommandTool } from "../execution/bash-command.ts";
import { runPythonTool } from "../execution/run-python.ts";
import { variableProblem } from "./fill-variables.ts";
import type { Sandbox } from "./sandbox.ts";

const VALUE = "s3cr3t-value-0123456789";

async function commandRun(sandbox: Pick<Sandbox, "report" | "wrap">) {
  const projectFolder = await mkdtemp(join(tmpdir(), "variables-"));
  onTestFinished(async () => await rm(projectFolder, { recursive: true }));
  const asked: SecretDestination[] = [];
  const run = createToolRun({
    projectFolder,
    secrets: {
      reveal: async (names, destination) => {
        asked.push(destination);
        return new Map(names.map((name) => [name, VALUE]));
      },
    },
  });
  return { run, asked, machine: { sandbox, variables: { ...process.env, TOKEN_OF_SERVER: "hidden" } } };
}

const NO_SANDBOX = {
  report: async () => ({ strength: "none", checks: {}, reason: null }) as never,
  wrap: async () => null,
};
const CLOSED = {
  report: async () => ({ strength: "enforcing", checks: {}, reason: null }) as never,
  wrap: async () => [],
};

it("fills in secrets in the environment of a command, never in its text", async () => {
  const { run, machine, asked } = await commandRun(NO_SANDBOX);
  const result = await run.call(bashCommandTool(machine), {
    command: 'printf "%s|%s|%s" "$TOKEN" "<secret>k</secret>" "$TOKEN_OF_SERVER"',
    env: { TOKEN: "Bearer <secret>k</secret>", HOME_PAGE: "x" },
  });
  expect(result.output).toContain(`Bearer ${VALUE}|<secret>k</secret>|\n`);
  // The log has the command as the model wrote it.
  expect(JSON.stringify(run.recorded)).not.toContain(VALUE);
  expect(asked).toEqual([{ kind: "anywhere" }]);
});

it("counts a command without network as one that stays on the machine, in an enforcing sandbox only", async () => {
  const { run, machine, asked } = await commandRun(CLOSED);
  const env = { TOKEN: "<secret>k</secret>" };
  await run.call(bashCommandTool(machine), { command: "true", env });
  await run.call(bashCommandTool(machine), { command: "true", env, network: true });
  const python = await run.call(runPythonTool(machine), {
    code: "import os; print(len(os.environ['TOKEN']))",
    env,
  });
  expect(asked).toEqual([{ kind: "machine" }, { kind: "anywhere" }, { kind: "machine" }]);
  expect(python.output).toContain(String(VALUE.length));
});

it("asks for no secrets without placeholders", async () => {
  const { run, machine, asked } = await commandRun(NO_SANDBOX);
  expect(
    (await run.call(bashCommandTool(machine), { command: 'echo "$A"', env: { A: "1" } })).output,
  ).toContain("1");
  expect(asked).toEqual([]);
});

it.each([
  "PATH",
  "LD_PRELOAD",
  "BASH_ENV",
  "NODE_OPTIONS",
  "PYTHONPATH",
  "GIT_SSH_COMMAND",
  "a b",
  "A=B",
  "1A",
  "",
])("refuses the variable %j, which could choose what runs", (name) => {
  expect(variableProblem(name)).not.toBeNull();
});
