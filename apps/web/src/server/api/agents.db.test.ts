import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentFields } from "@goaltrace/core/agents";
import type { Trace } from "@goaltrace/core/log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRunByKey } from "../rest/endpoints.ts";
import { handleRest } from "../rest/handle-rest.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true });
});
afterAll(async () => world.close());

const FIELDS = {
  ...{
    description: "answers customers",
    instructions: "Answer briefly.",
    tools: ["calculator", "read_file"],
  },
};

const at: AccessWorld["at"] = (input) => world.at(input);
const agents = (who: "admin" | "member"): ReturnType<AccessWorld["caller"]>["agents"] =>
  world.caller(who).agents;
const scope = (): { readonly workspaceId: string; readonly personId: string } => ({
  ...{ workspaceId: world.slugs.ours, personId: world.person("member").id },
});
/** Saves fields as the first version of a new agent. */
const save = async (name: string, fields: object = FIELDS, over = 0): Promise<number> =>
  (await agents("admin").save(at({ name, over, fields }))).version;
const readTrace = async (traceId: string): Promise<Trace> => {
  const trace = await world.database.traces.get(scope(), traceId);
  if (trace === undefined) throw new Error(`there is no run ${traceId}`);
  return trace;
};
const start = async (input: {
  readonly agent?: string;
  readonly conversationId?: string;
  readonly folderId?: string;
}): Promise<Trace> => {
  const { traceId } = await world.caller("member").runs.start(at({ text: "Add", ...input }));
  return await readTrace(traceId);
};
/** Ends a run, so that its conversation can continue. */
const end = async ({ id }: Trace): Promise<void> => {
  await world.database.pool.query(
    `update trace set status = 'failed', projection = (projection::jsonb || '{"status":"failed"}')::text where id = $1`,
    [id],
  );
};

describe("the agents of a workspace", () => {
  it("start runs with their rights, and a conversation keeps its agent", async () => {
    await save("support");
    const first = await start({ agent: "support" });
    expect(first.agent).toMatchObject({
      ...{ name: "support", instructions: "Answer briefly.", tools: ["calculator", "read_file"] },
      definition: { layer: "workspace", version: 1 },
    });
    await end(first);
    const conversationId = first.conversationId ?? "";
    expect((await start({ conversationId })).agent.name).toBe("support");
    const stored = await world.caller("member").conversations.get(at({ id: conversationId }));
    expect(stored.agent).toBe("support");
  });

  it("can be chosen over REST, which suggests the nearest name for a wrong one", async () => {
    await save("billing");
    const key = await world.makeKey("member", ["run"]);
    const post = async (agent: string): Promise<Response> =>
      handleRest(
        startRunByKey,
        new Request(`${ORIGIN}/api/runs`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}` },
          body: JSON.stringify({ text: "Add", agent }),
        }),
        { runtime: world.runtime, params: {} },
      );
    const started: unknown = await (await post("billing")).json();
    expect(started).toHaveProperty("traceId");
    const refused = await post("biling");
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Did you mean billing?");
  });

  it("do not change a run that is retried, except for tools that the agent has lost since", async () => {
    await save("writer");
    const failed = await start({ agent: "writer" });
    await end(failed);
    await save("writer", { ...FIELDS, instructions: "Answer at length.", tools: ["calculator"] }, 1);
    const again = await world.caller("member").runs.retry(at({ traceId: failed.id }));
    expect(failed.agent.tools).toEqual(["calculator", "read_file"]);
    expect((await readTrace(again.traceId)).agent).toEqual({ ...failed.agent, tools: ["calculator"] });
    expect((await start({ agent: "writer" })).agent).toMatchObject({
      ...{ instructions: "Answer at length.", tools: ["calculator"], definition: { version: 2 } },
    });
  });

  it("answer a queued message with the agent for which it was queued", async () => {
    await save("second");
    const { conversationId } = await start({});
    const message = { id: "q1", conversationId: conversationId ?? "", text: "Next" };
    await world.caller("member").queue.add(at({ ...message, model: null, agent: "second", folderId: null }));
    const claimed = await world.database.queue.claim(scope(), "q1");
    expect(claimed?.agent).toBe("second");
  });

  it("have a budget for each of their runs", async () => {
    await save("spender");
    await world.caller("admin").budgets.saveForAgent(at({ agent: "spender", budget: "0.5usd" }));
    expect((await start({ agent: "spender" })).budget).toEqual({ usd: 0.5 });
    expect((await start({})).budget ?? {}).toEqual({});
    await expect(
      world.caller("admin").budgets.saveForAgent(at({ agent: "nobody", budget: "1usd" })),
    ).rejects.toThrow('There is no agent "nobody"');
  });
});

describe("the versions of an agent", () => {
  it("are kept with their authors, restored as new ones, and removed to return to the built-in agent", async () => {
    const name = "analyst";
    await save(name, { tools: ["calculator"], maxSteps: 9 });
    await save(name, { tools: [], instructions: "Say nothing." }, 1);
    expect(await agents("admin").restore(at({ name, over: 2, version: 1 }))).toEqual({ version: 3 });
    const detail = await agents("member").get(at({ name }));
    expect(detail).toMatchObject({
      ...{ version: 3, editable: false, textFrom: { instructions: "built_in" } },
      rights: { tools: ["calculator"], maxSteps: 9, isReadOnly: true },
      rightFrom: { tools: "workspace", maxSteps: "workspace", isReadOnly: "built_in" },
    });
    const versions = await agents("member").versions(at({ name }));
    expect(
      versions.map(({ version, restoredFrom, personName }) => [version, restoredFrom, personName]),
    ).toEqual([
      ...[
        [3, 1, "admin"],
        [2, null, "admin"],
        [1, null, "admin"],
      ],
    ]);
    await agents("admin").remove(at({ name, over: 3 }));
    const { items } = await agents("member").list(at({}));
    expect(items.find((item) => item.name === name)?.layers).toEqual(["built_in"]);
    const { items: audit } = await world.caller("admin").audit.list(at({ cursor: null }));
    expect(audit.slice(0, 2).map(({ action }) => action)).toEqual(["agent.removed", "agent.restored"]);
  });

  it("are saved by only one of two people who edited the same version", async () => {
    await save("shared");
    const change = async (instructions: string): Promise<number> =>
      save("shared", { ...FIELDS, instructions }, 1);
    const results = await Promise.allSettled(["A", "B", "C", "D"].map(change));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(change("E")).rejects.toThrow("Someone else has changed");
  });

  it.each<[string, object, string]>([
    ["an unknown tool", { ...FIELDS, tools: ["calculater"] }, 'tools: there is no "calculater"'],
    ["an unknown model", { ...FIELDS, models: ["no/model"] }, 'models: there is no "no/model"'],
    ["an unknown strategy", { ...FIELDS, strategy: "reakt" }, 'strategy: there is no "reakt"'],
    ["no instructions", { description: "does things" }, "A new agent needs a text: instructions."],
  ])("are not saved with %s", async (_, fields, message) => {
    await expect(save("wrong", fields)).rejects.toThrow(message);
  });

  it("continue their numbers when a removed agent is defined again", async () => {
    await save("again");
    await agents("admin").remove(at({ name: "again", over: 1 }));
    await expect(start({ agent: "again" })).rejects.toThrow('There is no agent "again"');
    expect(await save("again")).toBe(3);
    await agents("admin").restore(at({ name: "again", over: 3, version: 1 }));
    expect((await start({ agent: "again" })).agent.definition?.version).toBe(4);
  });

  it("cannot be removed if the workspace does not define them", async () => {
    const remove = async (name: string, over: number): Promise<unknown> =>
      await agents("admin").remove(at({ name, over }));
    await expect(remove("never-defined", 0)).rejects.toThrow('defines no agent "never-defined"');
    await save("gone");
    await remove("gone", 1);
    await expect(remove("gone", 2)).rejects.toThrow('defines no agent "gone"');
  });

  it("of one workspace are unknown in another", async () => {
    await save("ours");
    const theirs = await world.caller("other").agents.list({ workspace: world.slugs.theirs });
    expect(theirs.items.map(({ name }) => name)).toEqual(["analyst", "explore", "general"]);
  });
});

describe("the rights of an agent", () => {
  it("are explained with the layer or rule that decides about each tool", async () => {
    await save("narrow", { ...FIELDS, tools: ["calculator", "read_file", "write_file"], memory: "none" });
    await world
      .caller("admin")
      .permissions.addRule(
        at({ place: { layer: "agent", target: "narrow" }, effect: "deny", rule: "write_file(infra/**)" }),
      );
    const { tools } = await agents("member").get(at({ name: "narrow" }));
    const row = (name: string, pattern = ""): unknown =>
      tools.find((tool) => tool.name === name && tool.pattern === pattern);
    expect(row("read_file")).toMatchObject({ effect: "allow", decidedBy: { kind: "mode" } });
    expect(row("write_file")).toMatchObject({ effect: "allow" });
    expect(row("write_file", "infra/**")).toMatchObject({
      ...{ effect: "deny", decidedBy: { kind: "rule", layer: "agent", text: "write_file(infra/**)" } },
    });
    expect(row("search_memory")).toMatchObject({ effect: "deny" });
    expect(row("edit_file")).toMatchObject({
      effect: "deny",
      decidedBy: { kind: "layer", layer: "workspace" },
    });
  });

  it("of a project folder only restrict, and its broken files are named with the fix", async () => {
    await save("folded", { ...FIELDS, tools: ["calculator", "read_file"] });
    const files = {
      "folded.md": "---\ntools: [read_file, write_file]\n---\nAnswer in the words of this project.",
      "helper.md": "---\ndescription: helps\ntools: [read_fil]\ncolor: red\n---\nHelp.",
      "general.md": "---\ntools: [\n---\n",
    };
    const folderId = await addFolder(files);
    const { items, warnings } = await agents("member").list(at({ folderId }));
    expect(warnings.map(({ kind, file }) => `${kind} ${file.split("/").at(-1) ?? ""}`)).toEqual([
      ...["bad_yaml general.md", "unknown_field helper.md", "unknown_tool helper.md"],
    ]);
    expect(items.find(({ name }) => name === "folded")?.layers).toEqual(["workspace", "project"]);
    const run = await start({ agent: "folded", folderId });
    expect(run.agent).toMatchObject({
      ...{ tools: ["read_file"], instructions: "Answer in the words of this project." },
      definition: { layer: "project", version: 1 },
    });
    await expect(start({ agent: "general", folderId })).rejects.toThrow(
      "cannot be used: .goaltrace/agents/general.md",
    );
  });

  it("are those of the agent general for an agent that only a project folder defines", async () => {
    const folderId = await addFolder({ "releaser.md": "---\ndescription: releases\n---\nRelease." });
    await save("general", { tools: ["read_file"] } satisfies AgentFields);
    try {
      const run = await start({ agent: "releaser", folderId });
      expect(run.agent).toMatchObject({ tools: ["read_file"], definition: { basis: "general" } });
    } finally {
      await agents("admin").remove(at({ name: "general", over: 1 }));
    }
  });
});

async function addFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "goaltrace-agents-"));
  await mkdir(join(path, ".goaltrace/agents"), { recursive: true });
  for (const [name, text] of Object.entries(files))
    await writeFile(join(path, ".goaltrace/agents", name), text);
  const folder = await world.caller("admin").folders.add(at({ name: path, path }));
  return folder.id;
}
