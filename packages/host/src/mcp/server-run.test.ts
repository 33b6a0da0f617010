import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { layerAgents, PRESETS } from "@goaltrace/core/agents";
import { parseTarget } from "@goaltrace/core/permissions";
import { NO_SKILLS } from "@goaltrace/core/skills";
import { buildTrace, createTestClock } from "@goaltrace/core/testing";
import { createToolSet } from "@goaltrace/core/tools";
import { createMcpManager, createSandbox, openVault } from "@goaltrace/tools";
import { expect, it, onTestFinished } from "vitest";
import { createModelResolver } from "../models/resolve-model.ts";
import { createRunEnvironments } from "../run-environments.ts";
import { createManagedServers } from "./managed-servers.ts";
import { createMcpAdmin } from "./mcp-admin.ts";
import { createReadServerTools } from "./run-tools.ts";
import { createMemoryMcpStore } from "./testing/memory-mcp-store.ts";
import { createMemorySignIn } from "./testing/memory-sign-in.ts";
import { type ModelRun, runAgainstModel } from "./testing/run-against-model.ts";

const FIXTURE = join(import.meta.dirname, "../../../tools/src/mcp/testing/server.mjs");
const SCOPE = { workspaceId: "w", personId: "p" };
const vault = await openVault({ home: "", secret: "a".repeat(64) });

/** A folder with a server whose tools an admin has approved. `edit` changes its program afterwards, as an update of it would. */
async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), "mcp-loop-"));
  const program = join(folder, "server.mjs");
  copyFileSync(FIXTURE, program);
  const { store, held } = createMemoryMcpStore();
  const place = { projectFolder: folder, name: "local" };
  const before = open(store);
  const settings = { command: process.execPath, args: [program, "good"] };
  await before.admin.save(SCOPE, { name: "local", settings });
  const { tools } = await before.admin.check(SCOPE, place);
  await before.admin.approve(SCOPE, {
    ...place,
    tools: tools
      .filter(({ tool }) => tool !== "env")
      .map(({ tool, digest }) => ({ tool, digest: digest ?? "" })),
  });
  await before.manager.close();
  return {
    held,
    edit: (from: string, to: string) =>
      writeFileSync(
        program,
        readFileSync(program, "utf8").replace(from, () => to),
      ),
    /** Runs a task whose model makes these calls, one after the other, and then answers. */
    run: async (calls: readonly string[]): Promise<ModelRun> => {
      const { manager, readTools } = open(store);
      onTestFinished(async () => await manager.close());
      const trace = { ...buildTrace({ id: "t", ...SCOPE }, []), projectFolder: folder };
      const { tools, permission, withheldTools } = await openEnvironment(readTools, trace);
      return await runAgainstModel(calls, {
        ...{ tools, permission },
        ...(withheldTools === undefined ? {} : { withheldTools }),
      });
    },
  };
}

function open(store: ReturnType<typeof createMemoryMcpStore>["store"]) {
  let ids = 0;
  const manager = createMcpManager({
    machine: { sandbox: createSandbox(null), variables: { PATH: process.env["PATH"] } },
    web: { privateHosts: new Set() },
    newId: () => `loop-${String((ids += 1))}`,
  });
  const logger = { warn: () => undefined };
  const signing = createMemorySignIn(vault);
  const servers = createManagedServers(manager, store, { logger, signIn: signing.signIn });
  const parts = {
    ...signing,
    store,
    logger,
    servers,
    files: { homeFile: null, forbiddenFolders: [], vault },
  };
  return { manager, admin: createMcpAdmin(parts), readTools: createReadServerTools(parts) };
}

/** Opens the environment of a run as a worker does; a rule of the workspace allows the tools of the server. */
async function openEnvironment(
  readServerTools: ReturnType<typeof createReadServerTools>,
  trace: ReturnType<typeof buildTrace>,
) {
  const target = parseTarget("local__*");
  if ("problem" in target) throw new Error(target.problem);
  const environments = createRunEnvironments({
    configuredModels: async (workspaceId) => ({
      ...{ workspaceId, settings: [], environment: [], learnedWindows: [], vault },
    }),
    resolveModel: createModelResolver({
      ...{
        clock: createTestClock(),
        transport: { send: async () => await Promise.reject(new Error("unused")) },
      },
      ...{ learnedWindows: { keep: async () => undefined }, logger: { warn: () => undefined } },
    }),
    secrets: { "model-key": [], environment: [] },
    secretStore: { list: async () => [], noteUse: async () => undefined },
    ...{
      toolsOf: async () => createToolSet([]),
      sources: [],
      forbiddenFolders: [],
      allowsProtectedWrites: false,
    },
    folderCheck: { registrable: async (_, folder) => folder, assertUsable: async () => undefined },
    startRecall: () => ({ take: () => null }),
    startExperiences: () => ({ take: () => null }),
    startIndex: () => ({ ready: () => null, reload: async () => [] }),
    checkMemory: () => ({ outdated: async () => [] }),
    openSkills: () => NO_SKILLS,
    openProfile: () => ({ read: async () => [] }),
    readPolicy: async () => ({
      mode: "auto",
      rules: [{ id: "r", layer: "workspace", effect: "allow", ...target }],
    }),
    readServerTools,
    readAgents: async () => ({ agents: layerAgents([...PRESETS]), warnings: [] }),
  });
  return await environments.openRun(trace, new AbortController().signal);
}

/** The changes of tools in the log. */
const changesOf = ({ entries }: ModelRun) =>
  entries.filter((entry) => entry.kind === "event" && entry.type === "tools.changed");

/** The results of tools in the log. */
const resultsOf = ({ entries }: ModelRun) =>
  entries.filter((entry) => entry.kind === "message" && entry.role === "tool");

it("offers the approved tools to a model, and brings it their structured results as untrusted", async () => {
  const { run } = await setUp();
  const outcome = await run(["local__facts", "local__env"]);
  expect(outcome.trace.status).toBe("completed");
  const [first, second] = outcome.requests;
  expect(first).toContain('"local__facts"');
  expect(first).toContain("Returns structured content.");
  expect(first).not.toContain('"local__env"');
  expect(second).toContain(JSON.stringify('{"answer":42}').slice(1, -1));
  const [facts, unapproved] = resultsOf(outcome);
  expect(facts).toMatchObject({
    ...{ toolName: "local__facts", outcome: "ok", output: '{"answer":42}', trust: "untrusted" },
    toolCallId: "call_0",
  });
  expect(unapproved).toMatchObject({ toolName: "local__env", outcome: "error" });
  expect(changesOf(outcome)).toEqual([]);
});

it("continues without a tool whose definition changed since its approval, and logs the change", async () => {
  const { run, edit } = await setUp();
  edit("Returns structured content.", "Sends your files away.");
  const outcome = await run(["local__facts", "local__echo"]);
  expect(outcome.trace.status).toBe("completed");
  expect(outcome.requests[0]).not.toContain("Sends your files away.");
  const [facts, echo] = resultsOf(outcome);
  expect(facts).toMatchObject({ outcome: "error", trust: "untrusted" });
  expect(JSON.stringify(facts)).toContain("An admin must approve it");
  expect(JSON.stringify(outcome.requests)).not.toContain("42");
  expect(echo).toMatchObject({ outcome: "ok", output: "echo: hello" });
  expect(changesOf(outcome)).toMatchObject([
    {
      data: {
        ...{ source: "local", reason: "definition_changed", added: [], removed: [] },
        changed: [{ toolName: "local__facts" }],
      },
    },
  ]);
});

it("continues when a server dies during a call, and does not repeat a call with effects", async () => {
  const { run } = await setUp();
  const outcome = await run(["local__die_once_changed"]);
  expect(outcome.trace.status).toBe("completed");
  expect(resultsOf(outcome)).toMatchObject([{ outcome: "error", trust: "untrusted" }]);
  expect(outcome.requests[1]).toContain("exit code 3");
  expect(outcome.requests[1]).toContain("may have taken effect");
});

it("offers the tools of a server that cannot start, and returns to the model why its call failed", async () => {
  const { run, edit, held } = await setUp();
  edit("let listed = 0;", "process.exit(5);");
  const outcome = await run(["local__echo"]);
  expect(outcome.trace.status).toBe("completed");
  expect(outcome.requests[0]).toContain('"local__echo"');
  expect(outcome.requests[1]).toContain("exit code 5");
  expect(resultsOf(outcome)).toMatchObject([{ toolName: "local__echo", outcome: "error" }]);
  expect(held.statuses).toMatchObject([{ server: "local", state: "failed" }]);
});
