import { addSecret, rotateSecret, type Runtime } from "@goaltrace/host";
import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import { readSecretValue } from "../read-secret-value.ts";
import { secretLine } from "../secret-line.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

const workspace = { type: "string", description: "Workspace slug (default: the oldest workspace)" } as const;
const name = { type: "positional", description: "Name of the secret", required: true } as const;
const TOOLS = "Tools that may use it, separated by commas: webfetch, bash_command, run_python";
const DOMAINS =
  "Domains it may be sent to, separated by commas: api.example.com, *.example.com:8443, http://wiki.internal, or * for any";

const portsOf = (runtime: Runtime): Parameters<typeof addSecret>[0] => ({
  secrets: runtime.database.secrets,
  vault: runtime.vault,
  tools: runtime.tools,
});
const listed = (text: string): readonly string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

const addCommand = defineCommand({
  meta: { name: "add", description: "Add a secret; its value is read from standard input" },
  args: {
    name,
    tools: { type: "string", description: TOOLS, required: true },
    domains: { type: "string", description: `${DOMAINS} (default: none)`, default: "" },
    description: { type: "string", description: "What it is for", default: "" },
    workspace,
  },
  run: async ({ args }) => {
    const value = await readSecretValue();
    await withRuntime(async (runtime) => {
      const scope = await localScope(runtime, args.workspace);
      const { name, description } = args;
      const grant = { tools: listed(args.tools), domains: listed(args.domains) };
      await addSecret(portsOf(runtime), scope, { name, description, value, ...grant });
      standardOutput.print(`Added ${name}. Agents write it as <secret>${name}</secret>.`);
    });
  },
});

const rotateCommand = defineCommand({
  meta: { name: "rotate", description: "Replace the value of a secret by that on standard input" },
  args: {
    name,
    tools: { type: "string", description: `${TOOLS} (default: as before)` },
    domains: { type: "string", description: `${DOMAINS} (default: as before)` },
    workspace,
  },
  run: async ({ args }) => {
    const value = await readSecretValue();
    await withRuntime(async (runtime) => {
      const scope = await localScope(runtime, args.workspace);
      const before = (await runtime.database.secrets.list(scope)).find((secret) => secret.name === args.name);
      const grant = {
        tools: args.tools === undefined ? (before?.tools ?? []) : listed(args.tools),
        domains: args.domains === undefined ? (before?.domains ?? []) : listed(args.domains),
      };
      const isChanged = args.tools !== undefined || args.domains !== undefined;
      const rotated = await rotateSecret(portsOf(runtime), scope, {
        ...{ name: args.name, value },
        ...(isChanged ? { grant } : {}),
      });
      standardOutput.print(`Rotated ${args.name}. This is its value number ${String(rotated.version)}.`);
    });
  },
});

const listCommand = defineCommand({
  meta: { name: "list", description: "List the secrets of a workspace, never their values" },
  args: { workspace, json: { type: "boolean", description: "Print one JSON line per secret" } },
  run: async ({ args }) =>
    await withRuntime(async (runtime) => {
      const scope = await localScope(runtime, args.workspace);
      const [secrets, usage] = await Promise.all([
        runtime.database.secrets.list(scope),
        runtime.database.secrets.usage(scope),
      ]);
      for (const { sealed: _sealed, previous: _previous, ...secret } of secrets) {
        const used = usage.find((item) => item.name === secret.name);
        const shown = { ...secret, uses: used?.count ?? 0, lastUsedAt: used?.lastAt ?? null };
        standardOutput.print(args.json === true ? JSON.stringify(shown) : secretLine(shown));
      }
    }),
});

/** `goaltrace secrets add|list|rotate`: the secrets that agents of a workspace may use without reading them. */
export const secretsCommand = defineCommand({
  meta: { name: "secrets", description: "Add, list and rotate the secrets of a workspace" },
  subCommands: { add: addCommand, list: listCommand, rotate: rotateCommand },
});
