import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../process/sandbox.ts";
import { LaunchFailed, type LaunchFailure, launchFailure } from "./launch-failure.ts";
import type { ServerLaunch } from "./launch-server.ts";
import { createMcpManager, type McpManager } from "./mcp-manager.ts";

const managers: McpManager[] = [];
afterAll(async () => {
  for (const manager of managers) await manager.close();
});
const newFolder = (): string => mkdtempSync(join(tmpdir(), "mcp-launch-"));

type Case = { readonly command: string; readonly folder?: string; readonly sandbox: Sandbox };

/** Starts a server and returns what people read about it. */
async function problemOf({ command, folder = newFolder(), sandbox }: Case): Promise<string | null> {
  const manager = createMcpManager({
    machine: { sandbox, variables: { PATH: process.env["PATH"] } },
    ...{ web: { privateHosts: new Set<string>() }, newId: () => `launch-${String(managers.length)}` },
  });
  managers.push(manager);
  const settings = { command, args: [], env: {}, network: false, trustsHints: false };
  const server = manager.server(
    { workspaceId: "w", projectFolder: folder, forbiddenFolders: [] },
    { name: "broken", settings: { kind: "stdio", ...settings } },
  );
  await expect(server.ready(new AbortController().signal)).rejects.toThrow();
  return server.status().problem;
}

/** A file of a folder with these contents. */
function file(text: string, mode: number): string {
  const path = join(newFolder(), "server");
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const missingFolder = (): string => {
  const folder = newFolder();
  rmSync(folder, { recursive: true });
  return folder;
};

it.each([
  ["in the sandbox", createSandbox()],
  ["without a sandbox", createSandbox(null)],
])("names what a server is missing to start, %s", async (_, sandbox) => {
  const problem = async (rest: Omit<Case, "sandbox">): Promise<string | null> =>
    await problemOf({ ...rest, sandbox });
  expect(await problem({ command: "no-such-program" })).toContain(
    "The command no-such-program was not found.",
  );
  const folder = missingFolder();
  const gone = await problem({ command: process.execPath, folder });
  expect(gone).toContain(`The project folder ${folder} is not there.`);
  expect(gone).not.toContain("command");
  expect(await problem({ command: file("echo", 0o644) })).toContain("must not be executed");
  expect(await problem({ command: file("#!/no/such/program\n", 0o755) })).toContain("its first line names");
});

it("quotes the line of the error output that says why a server ended", async () => {
  const script =
    "console.error('Error: set API_KEY first\\u0007\\n    at main (server.js:1:1)\\n'); process.exit(3)";
  const manager = createMcpManager({
    machine: { sandbox: createSandbox(null), variables: { PATH: process.env["PATH"] } },
    ...{ web: { privateHosts: new Set<string>() }, newId: () => "quotes" },
  });
  managers.push(manager);
  const settings = {
    command: process.execPath,
    args: ["-e", script],
    env: {},
    network: false,
    trustsHints: false,
  };
  const place = { workspaceId: "w", projectFolder: newFolder(), forbiddenFolders: [] };
  const server = manager.server(place, { name: "ends", settings: { kind: "stdio", ...settings } });
  await expect(server.ready(new AbortController().signal)).rejects.toThrow();
  // Also while the next start is under way.
  expect(server.status().problem).toBe("The server ended (exit code 3). It wrote: Error: set API_KEY first");
});

it("reports that the sandbox is missing when its program was removed after it had been found", async () => {
  // A sandbox that reports success, but whose program does not exist.
  const sandbox: Sandbox = {
    report: async () => await createSandbox(null).report(),
    wrap: async () => ["no-such-sandbox", "--"],
  };
  const problem = await problemOf({ command: process.execPath, sandbox });
  expect(problem).toContain("The program no-such-sandbox, which runs the sandbox, was not found.");
});

const launchOf = (command: string, folder = newFolder()): ServerLaunch => ({
  ...{ command, file: command, arguments: [], folder, marker: "m" },
  environment: { PATH: process.env["PATH"] ?? "" },
});

it("blames a folder that is gone for the end of a server in it", () => {
  const folder = missingFolder();
  expect(launchFailure(launchOf("node", folder), "")).toEqual({ kind: "folder_missing", folder });
});

it("does not mistake the end of a server for a missing command", () => {
  const launch = launchOf("node");
  for (const written of ["", "bash: foo: command not found", "Error: node: not found\n", "nice weather\n"])
    expect(launchFailure(launch, written)).toBeNull();
});

it("recognizes a missing command in the words of every program in front of it, in any language", () => {
  const command = "no-such-program";
  for (const written of [
    "bwrap: execvp no-such-program: No such file or directory\n",
    "bash: line 1: exec: no-such-program: not found\n",
    "bash: Zeile 1: exec: no-such-program: Nicht gefunden.\n",
    "nice: 'no-such-program': No such file or directory\n",
    "nice: ‘no-such-program’: Datei oder Verzeichnis nicht gefunden\n",
  ])
    expect(launchFailure(launchOf(command), written)).toEqual({ kind: "command_missing", command });
});

it("names the cause in its type and what to do in its text", () => {
  const failures: readonly LaunchFailure[] = [
    { kind: "folder_missing", folder: "/p" },
    { kind: "sandbox_missing", program: "bwrap" },
    { kind: "command_missing", command: "c" },
    { kind: "command_not_executable", command: "c" },
  ];
  for (const failure of failures) {
    const { message, failure: cause } = new LaunchFailed(failure);
    expect(cause).toEqual(failure);
    expect(message).toMatch(/\. (?:Restore|Install|Make) /u);
  }
});

it("finds a command in a folder of the search path that is a link, and none that is a folder", () => {
  const [folder, bin] = [newFolder(), newFolder()];
  writeFileSync(join(bin, "tool"), "#!/bin/sh\n", { mode: 0o755 });
  symlinkSync(bin, join(folder, "bin"));
  mkdirSync(join(bin, "directory"));
  const search = (command: string): ServerLaunch => ({
    ...launchOf(command, folder),
    environment: { PATH: join(folder, "bin") },
  });
  expect(launchFailure(search("tool"), null)).toMatchObject({ kind: "command_unusable" });
  expect(launchFailure(search("directory"), null)).toMatchObject({ kind: "command_not_executable" });
  expect(launchFailure(search("other"), null)).toMatchObject({ kind: "command_missing" });
});
