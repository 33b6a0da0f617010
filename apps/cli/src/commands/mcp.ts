import type { Scope } from "@goaltrace/core/ports";
import type { McpServerView, Runtime } from "@goaltrace/host";
import { defineCommand } from "citty";
import { EXIT } from "../exit-codes.ts";
import { ANY_NUMBER } from "../find-command.ts";
import { localScope } from "../local-scope.ts";
import { parseServer } from "../mcp/parse-server.ts";
import { serverLines } from "../mcp/server-lines.ts";
import { findFolder } from "../read-input.ts";
import { parseCallArguments, repeatedOption } from "../run-options.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

const common = {
  folder: { type: "string", description: "Project folder (default: the current folder)" },
  workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
  json: { type: "boolean", description: "Print JSON" },
} as const;
const server = { type: "positional", description: "Name of the server", required: true } as const;

type Place = { readonly runtime: Runtime; readonly scope: Scope; readonly projectFolder: string };

/** Calls `act` with the workspace and the folder of a command. */
async function inPlace(
  args: { readonly folder?: string | undefined; readonly workspace?: string | undefined },
  act: (place: Place) => Promise<void>,
): Promise<void> {
  const projectFolder = await findFolder(args.folder ?? ".");
  await withRuntime(
    async (runtime) =>
      await act({ runtime, scope: await localScope(runtime, args.workspace), projectFolder }),
  );
}

function print(json: boolean | undefined, views: readonly McpServerView[]): void {
  if (json === true) standardOutput.print(JSON.stringify(views));
  else for (const line of serverLines(views, [])) standardOutput.print(line);
}

const listCommand = defineCommand({
  meta: { name: "list", description: "List the servers of a folder, with their tools and approvals" },
  args: { ...common, check: { type: "boolean", description: "Start each server first" } },
  run: async ({ args }) =>
    await inPlace(args, async ({ runtime, scope, projectFolder }) => {
      if (args.check === true) {
        const { servers } = await runtime.mcp.list(scope, projectFolder);
        const startable = servers.filter(({ isEnabled, needsConsent }) => isEnabled && !needsConsent);
        await Promise.all(
          startable.map(async ({ name }) => await runtime.mcp.check(scope, { projectFolder, name })),
        );
      }
      const { servers, problems } = await runtime.mcp.list(scope, projectFolder);
      if (args.json === true) standardOutput.print(JSON.stringify({ servers, problems }));
      else for (const line of serverLines(servers, problems)) standardOutput.print(line);
    }),
});

const addCommand = defineCommand({
  meta: {
    name: "add",
    description:
      "Add a server to the workspace: mcp add NAME -- COMMAND ARGUMENTS, or mcp add NAME --url ADDRESS",
  },
  args: {
    name: server,
    command: {
      ...{ type: "positional", valueHint: ANY_NUMBER, required: false },
      description: "After --: the command of a server on this machine, with its arguments",
    },
    url: { type: "string", description: "Address of a server over HTTP" },
    env: { type: "string", description: "NAME=VALUE for its environment; repeatable" },
    header: { type: "string", description: "NAME:VALUE for its requests; repeatable" },
    network: { type: "boolean", description: "Let it reach the network from its sandbox" },
    approve: { type: "boolean", description: "Approve all of its tools as they are now" },
    ...common,
  },
  run: async ({ args, rawArgs }) => {
    const end = rawArgs.indexOf("--");
    const settings = parseServer({
      words: end === -1 ? [] : rawArgs.slice(end + 1),
      url: args.url,
      env: repeatedOption("env", rawArgs),
      headers: repeatedOption("header", rawArgs),
      network: args.network === true,
    });
    await inPlace(args, async ({ runtime, scope, projectFolder }) => {
      const name = await runtime.mcp.save(scope, { name: args.name, settings });
      const seen = await runtime.mcp.check(scope, { projectFolder, name });
      if (args.approve === true) await approveAll({ runtime, scope, projectFolder }, seen);
      const after = await runtime.mcp.list(scope, projectFolder);
      print(
        args.json,
        after.servers.filter((view) => view.name === name),
      );
      if (seen.state === "failed") process.exitCode = EXIT.failed;
      else if (args.approve !== true && args.json !== true)
        standardOutput.print(`Runs get its tools once you approve them: goaltrace mcp approve ${name}`);
    });
  },
});

const approveCommand = defineCommand({
  meta: { name: "approve", description: "Approve the tools of a server as they are now" },
  args: {
    name: server,
    tool: { type: "string", description: "Only this tool; repeatable (default: all)" },
    start: { type: "boolean", description: "Also allow a server of the project folder to start" },
    ...common,
  },
  run: async ({ args, rawArgs }) =>
    await inPlace(args, async (place) => {
      const { runtime, scope, projectFolder } = place;
      const { name } = args;
      const { servers } = await runtime.mcp.list(scope, projectFolder);
      const waiting = servers.find((view) => view.name === name && view.needsConsent);
      if (waiting !== undefined && args.start === true) {
        const { settingsDigest } = waiting;
        await runtime.mcp.consent(scope, { projectFolder, name, settingsDigest });
      }
      const only = repeatedOption("tool", rawArgs);
      const seen = await runtime.mcp.check(scope, { projectFolder, name });
      if (seen.state === "failed") process.exitCode = EXIT.failed;
      await approveAll(place, seen, only);
      const after = await runtime.mcp.list(scope, projectFolder);
      print(
        args.json,
        after.servers.filter((view) => view.name === name),
      );
    }),
});

/** Approves what a server offers, and withdraws what it no longer offers. */
async function approveAll(
  { runtime, scope, projectFolder }: Place,
  { name, tools }: McpServerView,
  only: readonly string[] = [],
): Promise<void> {
  const chosen = tools.filter(({ tool }) => only.length === 0 || only.includes(tool));
  const offered = chosen.flatMap(({ tool, digest }) => (digest === null ? [] : [{ tool, digest }]));
  const gone = chosen.filter(({ state }) => state === "gone").map(({ tool }) => tool);
  if (offered.length > 0) await runtime.mcp.approve(scope, { projectFolder, name, tools: offered });
  if (gone.length > 0) await runtime.mcp.withdraw(scope, { projectFolder, name, tools: gone });
}

const callCommand = defineCommand({
  meta: { name: "call", description: "Call a tool of a server and print its result" },
  args: {
    name: server,
    tool: { type: "positional", description: "The server's own name of the tool", required: true },
    arguments: { type: "positional", description: "JSON object with its arguments", default: "{}" },
    ...common,
  },
  run: async ({ args }) => {
    const input = Object.fromEntries(Object.entries(parseCallArguments(args.arguments)));
    await inPlace(args, async ({ runtime, scope, projectFolder }) => {
      const call = { projectFolder, name: args.name, tool: args.tool, arguments: input };
      const result = await runtime.mcp.call(scope, call);
      standardOutput.print(args.json === true ? JSON.stringify(result) : result.text);
      if (result.outcome === "error") process.exitCode = EXIT.failed;
    });
  },
});

const removeCommand = defineCommand({
  meta: { name: "remove", description: "Remove a server from the workspace, with its approvals" },
  args: { name: server, workspace: common.workspace },
  run: async ({ args }) =>
    await withRuntime(async (runtime) => {
      await runtime.mcp.remove(await localScope(runtime, args.workspace), args.name);
    }),
});

/** `goaltrace mcp list|add|approve|call|remove|serve`: MCP servers, their tools and the approvals of these, and Goaltrace as one. */
export const mcpCommand = defineCommand({
  meta: { name: "mcp", description: "Manage MCP servers, approve their tools, or serve over MCP" },
  subCommands: {
    list: listCommand,
    add: addCommand,
    approve: approveCommand,
    call: callCommand,
    remove: removeCommand,
    serve: async () => (await import("./mcp-serve.ts")).mcpServeCommand,
  },
});
