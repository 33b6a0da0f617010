import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROCESS_MARKER } from "../process/command-environment.ts";
import { markerOf } from "../process/leftovers.ts";
import { processesWith } from "../process/process-list.ts";
import { createSandbox, type Sandbox } from "../process/sandbox.ts";
import { readCallResult } from "./call-result.ts";
import { resultOf } from "./testing/result-of.ts";
import { launchServer } from "./launch-server.ts";
import { createMcpManager } from "./mcp-manager.ts";

const base = mkdtempSync(join(tmpdir(), "mcp-sandbox-"));
const [project, state, outside] = [join(base, "project"), join(base, "project/.data"), join(base, "outside")];
const FIXTURE = fileURLToPath(new URL("testing/server.mjs", import.meta.url));
for (const path of [project, state, outside]) mkdirSync(path, { recursive: true });
for (const path of [project, state, outside]) writeFileSync(join(path, "note"), "content");
// The sandbox hides the folder of the code.
copyFileSync(FIXTURE, join(project, "server.mjs"));

const web = createServer((_, response) => response.end("reached"));
const address = async (): Promise<string> => {
  if (!web.listening) await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  const listening = web.address();
  if (listening === null || typeof listening === "string") throw new Error("no port");
  return `http://127.0.0.1:${String(listening.port)}/`;
};
beforeAll(address);
afterAll(() => void web.close());

const sandbox = createSandbox();
const report = await sandbox.report();
if (report.strength !== "enforcing")
  process.stderr.write(`Not tested, because the sandbox does not enforce: ${JSON.stringify(report)}\n`);

/** Calls tools of a server that works in the project folder, then stops it. */
async function use(
  kind: Sandbox,
  { network, script = "server.mjs" }: { readonly network: boolean; readonly script?: string },
  act: (call: (tool: string, text: string) => Promise<string>, marker: string) => Promise<void>,
): Promise<void> {
  const id = `sandboxed-${String(performance.now())}`;
  const manager = createMcpManager({
    machine: { sandbox: kind, variables: { PATH: process.env["PATH"] } },
    ...{ web: { privateHosts: new Set<string>() }, newId: () => id },
  });
  try {
    const server = manager.server(
      { workspaceId: "w", projectFolder: project, forbiddenFolders: [state] },
      {
        name: "local",
        settings: {
          ...{ kind: "stdio", command: "node", args: [script, "good"] },
          ...{ env: { API_KEY: "key-0123456789" }, network, trustsHints: false },
        },
      },
    );
    const connection = await server.ready(AbortSignal.timeout(120_000));
    const call = async (tool: string, text: string): Promise<string> => {
      const signal = AbortSignal.timeout(120_000);
      const request = {
        tool,
        arguments: { text },
        signal,
        traceparent: null,
        input: null,
        onProgress: () => undefined,
      };
      return readCallResult(resultOf(await connection.call(request))).text;
    };
    await act(call, `${PROCESS_MARKER}=${markerOf(id)}`);
  } finally {
    await manager.close();
  }
}

describe.runIf(report.strength === "enforcing")("a server in the sandbox", () => {
  it("answers, sees the project folder and its variables, and nothing else of this machine", async () => {
    await use(sandbox, { network: false }, async (call) => {
      expect(await call("echo", "hello")).toBe("echo: hello");
      expect(await call("env", "")).toContain("API_KEY");
      expect(await call("read", join(project, "note"))).toBe("content");
      for (const folder of [state, outside])
        expect(await call("read", join(folder, "note"))).toMatch(/^failed/u);
      expect(await call("reach", await address())).toBe("failed");
    });
    // The same server without a sandbox reaches all of it.
    await use(createSandbox(null), { network: false }, async (call) => {
      for (const folder of [state, outside]) expect(await call("read", join(folder, "note"))).toBe("content");
      expect(await call("reach", await address())).toBe("reached");
    });
  });

  it("reaches the network when its settings say so", async () => {
    await use(sandbox, { network: true }, async (call) => {
      expect(await call("reach", await address())).toBe("reached");
      expect(await call("read", join(outside, "note"))).toMatch(/^failed/u);
    });
  });

  it("starts from a package outside the project, and sees nothing beside that package", async () => {
    const installed = join(outside, "node_modules/server");
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, "package.json"), "{}");
    const script = join(installed, "server.mjs");
    copyFileSync(FIXTURE, script);
    await use(sandbox, { network: false, script }, async (call) => {
      expect(await call("read", join(installed, "package.json"))).toBe("{}");
      expect(await call("read", join(outside, "note"))).toMatch(/^failed/u);
    });
  });

  it("changes nothing of git, which would run what it names there", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcp-repository-"));
    execFileSync("git", ["init", "-q", folder]);
    const script =
      "git rev-parse --git-dir; echo x > .git/commondir; echo x > .git/config.worktree; echo x > note";
    const settings = { kind: "stdio", command: "bash", args: ["-c", script], env: {} } as const;
    const { file, arguments: rest } = await launchServer(
      { sandbox, variables: { PATH: process.env["PATH"] } },
      { ...settings, network: false },
      { folder, forbiddenFolders: [], id: "repository" },
    );
    const { stdout } = spawnSync(file, rest, { cwd: folder, encoding: "utf8" });
    expect(stdout).toBe(".git\n");
    expect(existsSync(join(folder, "note"))).toBe(true);
    for (const name of ["commondir", "config.worktree"])
      expect(existsSync(join(folder, ".git", name)), name).toBe(false);
  });

  it("leaves no process when it is stopped", async () => {
    let marked = "";
    await use(sandbox, { network: false }, async (_, marker) => {
      marked = marker;
      expect(await processesWith(marker)).not.toEqual([]);
    });
    expect(await processesWith(marked)).toEqual([]);
  });
});
