import { type AgentLayer, layerAgents, presetAgents, PRESETS } from "@goaltrace/core/agents";
import type { AgentSnapshot } from "@goaltrace/core/log";
import type { HttpTransport } from "@goaltrace/core/ports";
import { buildTrace, createTestClock } from "@goaltrace/core/testing";
import { NO_SKILLS } from "@goaltrace/core/skills";
import { childTools, createToolSet } from "@goaltrace/core/tools";
import type { ModelSetting } from "@goaltrace/db";
import { modelKeyContext, openVault } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createModelResolver } from "./models/resolve-model.ts";
import { createRunEnvironments } from "./run-environments.ts";

const KEYS = { ours: "the key of ours", theirs: "the key of theirs" };
const ENVIRONMENT_KEY = "sk-environment-0123456789";
const vault = await openVault({ home: "", secret: "a".repeat(64) });
const transport: HttpTransport = {
  send: async () => await Promise.reject(new Error("Nothing is sent here.")),
};

function buildSetting(workspaceId: keyof typeof KEYS): ModelSetting {
  const address = { id: "m1", baseUrl: "http://127.0.0.1:11434/v1" };
  const context = modelKeyContext({ workspaceId, modelId: address.id, baseUrl: address.baseUrl });
  return {
    ...address,
    ...{ reference: "local/small", label: "Small", provider: "local", model: "small", keyHint: null },
    encryptedKey: vault.seal(KEYS[workspaceId], context),
    ...{ contextWindow: 32_000, clearAbove: null, summariseAbove: null, maxCalls: null, price: null },
  };
}

const SUPPORT: AgentLayer = {
  ...{ layer: "workspace", name: "support", version: 2, file: null, problem: null },
  fields: { description: "answers customers", instructions: "Answer.", tools: [] },
};

/** The tools of a server: one that only reads, as its trusted definition says, and one that does not. */
const SERVER_TOOLS = [true, undefined].map((readOnlyHint, index) => ({
  ...{ name: `docs__${String(index)}`, description: "d", input: z.object({}) },
  annotations: readOnlyHint === undefined ? {} : { readOnlyHint },
  run: async () => ({ title: "", output: "" }),
}));

function setUp() {
  let reads = 0;
  const policyFolders: (string | null)[] = [];
  const environments = createRunEnvironments({
    configuredModels: async (workspaceId) => {
      reads += 1;
      const settings = workspaceId === "ours" || workspaceId === "theirs" ? [buildSetting(workspaceId)] : [];
      return { workspaceId, settings, environment: [], learnedWindows: [], vault };
    },
    resolveModel: createModelResolver({
      ...{ clock: createTestClock(), transport },
      learnedWindows: { keep: async () => undefined },
      logger: { warn: () => undefined },
    }),
    secrets: { "model-key": [ENVIRONMENT_KEY], environment: [] },
    secretStore: { list: async () => [], noteUse: async () => undefined },
    toolsOf: async () => createToolSet(childTools(presetAgents)),
    sources: [],
    forbiddenFolders: ["/state"],
    folderCheck: {
      registrable: async (_, folder) => folder,
      assertUsable: async ({ workspaceId }, folder) => {
        if (folder === "/refused") throw new Error(`refused for ${workspaceId}`);
      },
    },
    startRecall: () => ({ take: () => null }),
    startExperiences: () => ({ take: () => null }),
    startIndex: () => ({ ready: () => null, reload: async () => [] }),
    checkMemory: () => ({ outdated: async () => [] }),
    allowsProtectedWrites: false,
    openSkills: () => NO_SKILLS,
    openProfile: () => ({ read: async () => [] }),
    readPolicy: async ({ projectFolder }) => {
      policyFolders.push(projectFolder);
      return { mode: "auto", rules: [] };
    },
    sourceOf: async (folder) =>
      folder === "/worktree" ? "/accepted" : folder === "/astray" ? "/refused" : null,
    readServerTools: async () => SERVER_TOOLS,
    readAgents: async () => ({ agents: layerAgents([...PRESETS, SUPPORT]), warnings: [] }),
  });
  const open = async (
    workspaceId: string,
    projectFolder: string | null = null,
    { parentId = null, ...agent }: Partial<AgentSnapshot> & { readonly parentId?: string | null } = {},
  ) => {
    const trace = buildTrace({ id: "t", workspaceId }, []);
    return await environments.openRun(
      { ...trace, parentId, projectFolder, agent: { ...trace.agent, ...agent } },
      new AbortController().signal,
    );
  };
  return { open, policyFolders, reads: () => reads };
}

describe("createRunEnvironments", () => {
  it("masks keys of the environment and the run's own workspace only", async () => {
    const { open } = setUp();
    const [ours, theirs] = [await open("ours"), await open("theirs")];
    const text = `${ENVIRONMENT_KEY} ${KEYS.ours} ${KEYS.theirs}`;
    expect(ours.redactor.redact(text)).toBe(`[redacted:model-key#1] [redacted:model-key#2] ${KEYS.theirs}`);
    expect(theirs.redactor.redact(text)).toBe(`[redacted:model-key#1] ${KEYS.ours} [redacted:model-key#2]`);
  });

  it("lets a run start the agents of its workspace, and names them to its model", async () => {
    const environment = await setUp().open("ours");
    expect(environment.agents?.find("support")?.agent.instructions).toBe("Answer.");
    const task = environment.tools.find("task");
    expect(JSON.stringify(task === undefined ? null : z.toJSONSchema(task.input, { io: "input" }))).toContain(
      "support (answers customers)",
    );
  });

  it("neither recalls nor lists memory for an agent without it", async () => {
    const { open } = setUp();
    expect(await open("ours")).toHaveProperty("recall");
    const without = await open("ours", null, { memory: "none" });
    expect(without).not.toHaveProperty("recall");
    expect(without).not.toHaveProperty("memoryIndex");
  });

  it("offers an agent that only reads no tool of a server that may do more, whatever its list says", async () => {
    const { open } = setUp();
    const toolsOf = async (name: string): Promise<readonly string[]> => {
      const { tools } = await open("ours", null, { name, tools: ["docs__0", "docs__1"] });
      return tools.tools.map((tool) => tool.name).filter((tool) => tool.startsWith("docs__"));
    };
    expect(await toolsOf("explore")).toEqual(["docs__0"]);
    expect(await toolsOf("general")).toEqual(["docs__0", "docs__1"]);
  });

  it("refuses a run in a folder that the server refuses", async () => {
    const { open } = setUp();
    await expect(open("ours", "/refused")).rejects.toThrow("refused for ours");
    expect(await open("ours", "/accepted")).toHaveProperty("forbiddenFolders", ["/state"]);
  });

  it("judges only sub-agents in a worktree by the rules of the project folder behind it", async () => {
    const { open, policyFolders } = setUp();
    await open("ours", "/worktree", { parentId: "parent" });
    await open("ours", "/worktree");
    expect(policyFolders).toEqual(["/accepted", "/worktree"]);
    await expect(open("ours", "/astray", { parentId: "parent" })).rejects.toThrow("refused for ours");
  });

  it("reads the settings once per run and resolves the workspace's models from them", async () => {
    const { open, reads } = setUp();
    const environment = await open("ours");
    for (let count = 0; count < 3; count += 1)
      expect(await environment.models.resolve("ours", "local/small")).toHaveProperty("attempt");
    expect(reads()).toBe(1);
    expect(await (await open("empty")).models.resolve("empty", "local/small")).toMatchObject({
      code: "MODEL_NOT_CONFIGURED",
    });
  });
});
