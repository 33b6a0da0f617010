import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createSandbox,
  createMcpManager,
  definitionDigest,
  openVault,
  readDefinition,
} from "@goaltrace/tools";
import { createToolRun } from "@goaltrace/core/testing";
import { afterAll, describe, expect, it } from "vitest";
import { createManagedServers } from "./managed-servers.ts";
import { createMcpAdmin } from "./mcp-admin.ts";
import { createReadServerTools } from "./run-tools.ts";
import type { McpServerView } from "./server-view.ts";
import { createMemoryMcpStore } from "./testing/memory-mcp-store.ts";
import { createMemorySignIn } from "./testing/memory-sign-in.ts";

const FIXTURE = join(import.meta.dirname, "../../../tools/src/mcp/testing/server.mjs");
const SCOPE = { workspaceId: "w", personId: "p" };
const vault = await openVault({ home: "", secret: "a".repeat(64) });
const manager = createMcpManager({
  machine: { sandbox: createSandbox(null), variables: { PATH: process.env["PATH"] } },
  web: { privateHosts: new Set() },
  newId: () => "test",
});
afterAll(async () => await manager.close());

function setUp(homeFile: string | null = null) {
  const { store, held, change } = createMemoryMcpStore();
  const logger = { warn: () => undefined };
  const signing = createMemorySignIn(vault);
  const parts = {
    ...{ ...signing, store, logger, files: { homeFile, forbiddenFolders: [], vault } },
    servers: createManagedServers(manager, store, { logger, signIn: signing.signIn }),
  };
  return {
    admin: createMcpAdmin(parts),
    readTools: createReadServerTools(parts),
    held,
    change,
    store,
    parts,
  };
}

function newFolder(servers?: object): string {
  const folder = mkdtempSync(join(tmpdir(), "mcp-run-"));
  if (servers === undefined) return folder;
  mkdirSync(join(folder, ".goaltrace"));
  writeFileSync(join(folder, ".goaltrace/mcp.json"), JSON.stringify({ mcpServers: servers }));
  return folder;
}
const server = { command: process.execPath, args: [FIXTURE, "good"], env: { API_KEY: "key-0123456789" } };

it("refreshes a running server when an admin checks it, and calls it as it was then approved", async () => {
  const { admin, readTools } = setUp();
  const place = { workspaceId: "w", projectFolder: newFolder() };
  const program = join(place.projectFolder, "server.mjs");
  copyFileSync(FIXTURE, program);
  const settings = { command: process.execPath, args: [program, "good"] };
  const name = await admin.save(SCOPE, { name: "edited", settings });
  const approve = async (): Promise<void> => {
    const { tools } = await admin.check(SCOPE, { ...place, name });
    const echo = tools.find(({ tool }) => tool === "echo");
    await admin.approve(SCOPE, { ...place, name, tools: [{ tool: "echo", digest: echo?.digest ?? "" }] });
  };
  await approve();
  writeFileSync(program, readFileSync(program, "utf8").replace("Returns its text.", "Returns its words."));
  const changed = await admin.check(SCOPE, { ...place, name });
  expect(changed.tools.find(({ tool }) => tool === "echo")?.state).toBe("changed");
  await approve();
  const [tool] = await readTools(place);
  if (tool === undefined) throw new Error("no tool");
  expect((await createToolRun().call(tool, { text: "now" })).output).toBe("echo: now");
});

const toolDigest = ({ tools }: McpServerView): string =>
  tools.find(({ tool }) => tool === "echo")?.digest ?? "";

describe("tools of servers", () => {
  it("reach runs once an admin has approved them, under the name of their server", async () => {
    const { admin, readTools } = setUp();
    const place = { workspaceId: "w", projectFolder: newFolder() };
    const name = await admin.save(SCOPE, { name: "My Fixture", settings: server });
    expect(name).toBe("my-fixture");
    const seen = await admin.check(SCOPE, { ...place, name });
    expect(seen.tools.every(({ state }) => state === "new")).toBe(true);
    expect(await readTools(place)).toEqual([]);

    const echo = seen.tools.find(({ tool }) => tool === "echo");
    await admin.approve(SCOPE, { ...place, name, tools: [{ tool: "echo", digest: echo?.digest ?? "" }] });
    const tools = await readTools(place);
    expect(tools.map((tool) => tool.name)).toEqual(["my-fixture__echo"]);
    // A stranger's word that it only reads grants nothing.
    expect(tools[0]).toMatchObject({ trust: "untrusted", annotations: { openWorldHint: true } });

    await admin.enable(SCOPE, name, false);
    expect(await readTools(place)).toEqual([]);
  });

  it("are the same objects for every run of a place until something changes", async () => {
    const { admin, readTools, change, held } = setUp();
    const place = { workspaceId: "w", projectFolder: newFolder() };
    const name = await admin.save(SCOPE, { name: "x", settings: server });
    const { tools } = await admin.check(SCOPE, { ...place, name });
    const approved = tools.slice(0, 2).map(({ tool, digest }) => ({ tool, digest: digest ?? "" }));
    await admin.approve(SCOPE, { ...place, name, tools: approved });
    const before = await readTools(place);
    expect(before).toHaveLength(2);
    expect((await readTools(place))[0]).toBe(before[0]);
    // Another folder is another place, whose server works there.
    expect((await readTools({ ...place, projectFolder: newFolder() }))[0]).not.toBe(before[0]);
    change({ pins: held.state.pins.slice(1) });
    expect(await readTools(place)).toHaveLength(1);
    // A file that takes the place of nothing still counts at the next run.
    mkdirSync(join(place.projectFolder, ".goaltrace"));
    const file = join(place.projectFolder, ".goaltrace/mcp.json");
    writeFileSync(file, JSON.stringify({ mcpServers: { y: server } }));
    const { servers } = await admin.list(SCOPE, place.projectFolder);
    expect(servers.map((one) => one.name)).toEqual(["x", "y"]);
    const digest = servers[1]?.settingsDigest ?? "";
    await admin.consent(SCOPE, { ...place, name: "y", settingsDigest: digest });
    const second = await admin.check(SCOPE, { ...place, name: "y" });
    const pins = held.state.pins;
    await admin.approve(SCOPE, {
      ...place,
      name: "y",
      tools: [{ tool: "echo", digest: toolDigest(second) }],
    });
    change({ pins: [...pins, ...held.state.pins] });
    expect((await readTools(place)).map((tool) => tool.name)).toContain("y__echo");
    writeFileSync(file, JSON.stringify({ mcpServers: {} }));
    expect((await readTools(place)).map((tool) => tool.name)).not.toContain("y__echo");
  });

  it("are not approved by a digest that the server no longer has", async () => {
    const { admin } = setUp();
    const place = {
      projectFolder: newFolder(),
      name: await admin.save(SCOPE, { name: "x", settings: server }),
    };
    await admin.check(SCOPE, place);
    await expect(
      admin.approve(SCOPE, { ...place, tools: [{ tool: "echo", digest: "other" }] }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("are all withheld while one stored approval was tampered with or cannot be read", async () => {
    const { admin, readTools, held, change, parts } = setUp();
    const place = { workspaceId: "w", projectFolder: newFolder() };
    const name = await admin.save(SCOPE, { name: "x", settings: server });
    const { tools } = await admin.check(SCOPE, { ...place, name });
    await admin.approve(SCOPE, {
      ...{ ...place, name },
      tools: tools.map(({ tool, digest }) => ({ tool, digest: digest ?? "" })),
    });
    expect((await readTools(place)).length).toBe(tools.length);
    const broken = held.state.pins.map((pin, index) =>
      index === 0 ? { ...pin, definition: pin.definition.replace("description", "Description") } : pin,
    );
    change({ pins: broken });
    expect(await readTools(place)).toEqual([]);
    const failing = createReadServerTools({
      ...parts,
      store: { state: async () => await Promise.reject(new Error("down")) },
    });
    expect(await failing(place)).toEqual([]);
  });

  it("are withheld when another program is behind the name", async () => {
    const { admin, readTools, change, held } = setUp();
    const place = { workspaceId: "w", projectFolder: newFolder() };
    const name = await admin.save(SCOPE, { name: "x", settings: server });
    const { tools } = await admin.check(SCOPE, { ...place, name });
    const [first] = tools;
    await admin.approve(SCOPE, {
      ...{ ...place, name },
      tools: [{ tool: first?.tool ?? "", digest: first?.digest ?? "" }],
    });
    expect(await readTools(place)).toHaveLength(1);
    change({ servers: [] });
    await admin.save(SCOPE, { name, settings: { ...server, args: [FIXTURE, "shadow"] } });
    expect(held.state.pins).toHaveLength(1);
    expect(await readTools(place)).toEqual([]);
  });
});

describe("servers of a project folder", () => {
  it("do not start before an admin has seen and allowed exactly these settings", async () => {
    const { admin, readTools, change, held } = setUp();
    const folder = newFolder({ evil: server });
    const place = { projectFolder: folder, name: "evil" };
    const { servers } = await admin.list(SCOPE, folder);
    expect(servers).toMatchObject([{ source: "project", needsConsent: true, state: "unknown" }]);
    await expect(admin.check(SCOPE, place)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(admin.call(SCOPE, { ...place, tool: "echo", arguments: {} })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
    // Even approvals that someone smuggled in start nothing.
    const definition = readDefinition({ name: "echo", inputSchema: { type: "object" } });
    if (typeof definition === "string") throw new Error(definition);
    const settingsDigest = servers[0]?.settingsDigest ?? "";
    const pin = { source: `project:${folder}`, server: "evil", tool: "echo", settingsDigest };
    const digest = definitionDigest(definition);
    change({
      pins: [
        {
          ...pin,
          digest,
          reportedName: "fixture",
          definition: JSON.stringify(definition),
          personId: "p",
          approvedAt: 1,
        },
      ],
    });
    expect(await readTools({ workspaceId: "w", projectFolder: folder })).toEqual([]);
    expect(held.statuses).toEqual([]);

    await expect(admin.consent(SCOPE, { ...place, settingsDigest: "other" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await admin.consent(SCOPE, { ...place, settingsDigest });
    expect(await readTools({ workspaceId: "w", projectFolder: folder })).toHaveLength(1);
    // The author changes the file after the consent.
    const changed = { mcpServers: { evil: { ...server, env: { API_KEY: "other-0123456789" } } } };
    writeFileSync(join(folder, ".goaltrace/mcp.json"), JSON.stringify(changed));
    expect((await admin.list(SCOPE, folder)).servers).toMatchObject([{ needsConsent: true }]);
  });

  it("never take the place of a server of the workspace or the operator", async () => {
    const home = join(newFolder(), "mcp.json");
    writeFileSync(home, JSON.stringify({ mcpServers: { files: { command: "true" } } }));
    const { admin } = setUp(home);
    const folder = newFolder({ Files: server });
    const { servers, problems } = await admin.list(SCOPE, folder);
    expect(servers).toMatchObject([{ name: "files", source: "home", needsConsent: false }]);
    expect(problems).toMatchObject([{ source: "project", name: "files" }]);
  });
});

describe("settings of a server", () => {
  it("never show the values of variables, and keep them when they are saved empty", async () => {
    const { admin, held } = setUp();
    const folder = newFolder();
    const name = await admin.save(SCOPE, { name: "x", settings: server });
    expect(JSON.stringify([await admin.list(SCOPE, folder), held.state.servers[0]?.settings])).not.toContain(
      "key-0123456789",
    );
    await admin.check(SCOPE, { projectFolder: folder, name });
    expect(await admin.log(SCOPE, { projectFolder: folder, name })).toContain("[redacted:mcp-setting]");
    const tried = await admin.call(SCOPE, { projectFolder: folder, name, tool: "fail", arguments: {} });
    expect(tried).toMatchObject({ outcome: "error", text: "The key [redacted:mcp-setting] is wrong." });
  });

  it.each(["LD_PRELOAD", "NODE_OPTIONS", "node_options", "PATH", "GOALTRACE_SECRET", "a b"])(
    "are refused with the variable %s",
    async (variable) => {
      const { admin } = setUp();
      const settings = { ...server, env: { [variable]: "x" } };
      await expect(admin.save(SCOPE, { name: "x", settings })).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
    },
  );
});
