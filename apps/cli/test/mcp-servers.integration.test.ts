import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ChatRequest } from "./support/chat-request.ts";
import { logFaults } from "./support/log-laws.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, goaltrace, type Variables } from "./support/process.ts";
import { type RealServer, realServers } from "./support/real-mcp-servers.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, type World } from "./support/world.ts";

const PACKAGES = fileURLToPath(new URL("../../../tests/mcp-servers", import.meta.url));
const INSTALL_MS = 1_800_000;
const LIMIT_MS = 300_000;
const Views = z.tuple([z.object({ tools: z.array(z.object({ state: z.string() })) })]);

/** Installs the servers into a folder and returns it. */
async function install(folder: string): Promise<string> {
  await cp(PACKAGES, folder, { recursive: true });
  await promisify(execFile)("npm", ["ci", "--no-audit", "--no-fund", "--prefix", folder], {
    env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: "1", PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" },
  });
  return folder;
}

/** Calls each tool of the server that the task names, one per answer. */
function answer(servers: readonly RealServer[], { messages }: ChatRequest): MockAnswer {
  const task = messages.findLast((message) => message.role === "user")?.content ?? "";
  const server = servers.find(({ name }) => task.endsWith(`the server ${name}.`));
  if (server === undefined) return { text: "A title" };
  const done = messages.filter((message) => message.role === "tool").length;
  const next = server.calls[done];
  if (next === undefined) return { text: "Asked." };
  return { calls: [{ name: `${server.name}__${next.tool}`, arguments: next.input }] };
}

/** In soak only: it installs servers of others, as `tests/mcp-servers` locks them, unless `GOALTRACE_MCP_SERVERS` is a folder that has them. */
describe.runIf(IS_SOAK)("MCP servers from npm, in the sandbox of a worker", () => {
  const workers = createWorkerProcesses("real");
  // The cases need the folder only when they run.
  const cases = realServers("").map(({ name }, index) => ({ name, index }));
  let world: World;
  let model: MockModel;
  let variables: Variables;
  let project = "";
  let installed = "";
  let servers: readonly RealServer[] = [];

  beforeAll(async () => {
    world = await openOwnWorld();
    project = path.join(world.folder, "project");
    servers = realServers(project);
    await mkdir(project);
    await writeFile(path.join(project, "note"), "seven herons");
    installed = process.env.GOALTRACE_MCP_SERVERS ?? (await install(path.join(world.folder, "servers")));
    model = await startMockModel((request) => answer(servers, request));
    variables = world.variables(model.baseUrl);
    await workers.add(variables);
  }, INSTALL_MS);
  afterAll(async () => {
    await workers.killAll();
    await model?.close();
    await world?.close();
  });

  /** Adds a server, approves its tools and returns their number. */
  const add = async ({ name, script, args, env, network }: RealServer): Promise<number> => {
    const options = [
      ...Object.entries(env).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
      ...(network ? ["--network"] : []),
    ];
    const command = ["node", path.join(installed, "node_modules", script), ...args];
    const added = await goaltrace(
      ["mcp", "add", name, "--folder", project, "--approve", "--json", ...options, "--", ...command],
      variables,
    );
    expect(added.code, added.stderr).toBe(0);
    const [{ tools }] = Views.parse(JSON.parse(added.stdout));
    expect(tools.filter(({ state }) => state !== "approved")).toEqual([]);
    return tools.length;
  };

  it.each(cases)(
    "$name is added and approved, and a run calls its tools",
    async ({ index }) => {
      const server = servers[index];
      if (server === undefined) throw new Error("no such server");
      const { name, calls, says, hasImage } = server;
      expect(await add(server)).toBeGreaterThanOrEqual(server.tools);
      const text = `Ask the server ${name}.`;
      const { id } = await world.queue({ text, projectFolder: project, tools: [`${name}__*`] });
      expect(await world.ended(id, LIMIT_MS)).toMatchObject({ status: "completed", summary: "Asked." });
      const log = await world.log(id);
      expect(logFaults(log)).toEqual([]);
      expect(model.complaints).toEqual([]);
      const results = log.flatMap((entry) =>
        entry.kind === "message" && entry.role === "tool" ? [entry] : [],
      );
      expect(results.map(({ toolName, outcome }) => [toolName, outcome])).toEqual(
        calls.map(({ tool }) => [`${name}__${tool}`, "ok"]),
      );
      expect(results.map(({ output }) => output).join("\n")).toContain(says);
      // The model has read it, too.
      expect(model.bodies.findLast((body) => body.includes(text))).toContain(says);
      const images = results.flatMap(({ parts = [] }) => parts.filter(({ type }) => type === "image"));
      expect(images.length > 0).toBe(hasImage);
      for (const image of images) {
        const stored =
          image.type === "image" ? await world.database.blobs.get(world.scope, image.blob) : null;
        expect(stored?.encoding).toBe("base64");
      }
    },
    LIMIT_MS,
  );
});
