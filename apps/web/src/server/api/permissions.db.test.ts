import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Endpoint } from "../rest/endpoint.ts";
import { handleRest } from "../rest/handle-rest.ts";
import { explainPermission } from "../rest/permission-endpoints.ts";
import { approveCall } from "../rest/request-endpoints.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { createAskingRun } from "../testing/asking-run.ts";
import type { AskingRun } from "../testing/asking-run.ts";

let world: AccessWorld;
const folders: string[] = [];
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  await world.database.permissions.setWorkspaceMode(world.slugs.ours, "ask");
});
afterAll(async () => {
  await world?.close();
  await Promise.all(folders.map(async (folder) => await rm(folder, { recursive: true, force: true })));
});

/** Returns the file of the run; null if it was not written. */
const contentOf = async (run: AskingRun): Promise<string | null> =>
  await readFile(run.path, "utf8").catch(() => null);

const at: AccessWorld["at"] = (input) => world.at(input);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "goaltrace-rules-"));
  folders.push(folder);
  return folder;
}

/** Stores a run that writes a file of its own in `src`; a conversation of the member unless `by` says otherwise. */
async function newRun(
  more: {
    readonly folder?: string;
    readonly shared?: boolean;
    readonly file?: string;
    readonly by?: "owner";
  } = {},
): Promise<AskingRun> {
  return createAskingRun(world, {
    person: world.person(more.by ?? "member"),
    shared: more.shared ?? true,
    folder: more.folder ?? (await newFolder()),
    file: more.file ?? `src/${randomUUID()}.txt`,
  });
}

async function requestOf(run: AskingRun): Promise<{ traceId: string; id: string }> {
  expect(await run.work()).toBe("waiting");
  const [request] = await world.caller("owner").requests.ofTrace(at({ traceId: run.traceId }));
  return { traceId: run.traceId, id: request?.id ?? "" };
}

it("offers the author of a conversation its rules, narrowest first, and an admin those of the workspace too", async () => {
  const run = await newRun();
  const request = at(await requestOf(run));
  const rules = [`write_file(${run.file})`, "write_file(src/**)", "write_file"];
  const own = rules.map((rule) => ({ layer: "conversation", rule }));
  expect(await world.caller("member").requests.always(request)).toEqual({ choices: own, obstacle: null });
  expect((await world.caller("admin").requests.always(request)).choices).toEqual([
    ...own,
    ...rules.map((rule) => ({ layer: "workspace", rule })),
  ]);
});

it("offers nothing to members in other people's conversations, nor for files that always ask", async () => {
  const ofOwner = await newRun({ by: "owner" });
  expect(await world.caller("member").requests.always(at(await requestOf(ofOwner)))).toEqual({
    choices: [],
    obstacle: "not_yours",
  });
  const ofProtected = await newRun({ file: "AGENTS.md" });
  expect(await world.caller("owner").requests.always(at(await requestOf(ofProtected)))).toEqual({
    choices: [],
    obstacle: "protected",
  });
});

it("approves and writes the rule in one step, so that the next such call does not ask", async () => {
  const folder = await newFolder();
  const file = "src/again.txt";
  const first = await newRun({ folder, file });
  const request = at(await requestOf(first));
  const rule = "write_file(src/**)";
  const choice = { layer: "conversation", rule } as const;
  const { ruleId } = await world.caller("member").requests.approveAlways({ ...request, ...choice });
  expect(await first.work()).toBe("completed");
  expect(await contentOf(first)).toBe("one");
  const { conversationId, traceId } = first;
  const policy = await world.caller("member").permissions.ofConversation(at({ conversationId }));
  expect(policy.rules).toMatchObject([
    { id: ruleId, layer: "conversation", effect: "allow", pattern: "src/**" },
  ]);
  const entries = await world.database.traces.entries(
    { workspaceId: world.slugs.ours, personId: "" },
    traceId,
    { after: -1 },
  );
  const decided = entries.find((entry) => entry.kind === "event" && entry.type === "approval.decided");
  expect(decided).toMatchObject({ data: { decision: "approved", ruleId } });
  const input = { conversationId, tool: "write_file", arguments: { path: file, content: "two" } };
  expect(await world.caller("member").permissions.explain(at(input))).toMatchObject({
    effect: "allow",
    rules: [{ id: ruleId, text: `allow ${rule}`, decides: true, why: "decides" }],
  });
  const audit = await world.caller("owner").audit.list(at({}));
  expect(audit.items[0]).toMatchObject({
    ...{ action: "permissions.rule_added", target: "allow write_file(…)" },
  });
});

it("offers the same over REST, and explains the next call there", async () => {
  const run = await newRun();
  const { traceId } = await requestOf(run);
  const keys = [await world.makeKey("member", ["run"]), await world.makeKey("viewer", ["read"])];
  const post = async (index: number, endpoint: Endpoint, body: object): Promise<Response> => {
    const request = new Request(`${ORIGIN}/api`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys[index] ?? ""}` },
      body: JSON.stringify(body),
    });
    return handleRest(endpoint, request, { runtime: world.runtime, params: { id: traceId } });
  };
  const always = (rule: string) => ({ always: { layer: "conversation", rule } });
  const refused = await post(0, approveCall, always("write_file(*)"));
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("write_file(src/**) (conversation)");
  expect((await post(0, approveCall, { ...always("write_file"), arguments: {} })).status).toBe(400);
  expect((await post(0, approveCall, always("write_file(src/**)"))).status).toBe(200);
  expect(await run.work()).toBe("completed");
  const call = { tool: "write_file", arguments: { path: "src/b.txt" }, conversationId: run.conversationId };
  const explained = await post(1, explainPermission, call);
  expect(await explained.json()).toMatchObject({ effect: "allow", rules: [{ fate: "decides" }] });
});

it("writes no rule that it did not offer, and none when someone else decided first", async () => {
  const run = await newRun();
  const request = at(await requestOf(run));
  const count = async (): Promise<number> => (await world.caller("owner").permissions.rules(at({}))).length;
  const before = await count();
  const approve = async (rule: string): Promise<unknown> =>
    world.caller("member").requests.approveAlways({ ...request, layer: "conversation", rule });
  await expect(approve("*")).rejects.toThrow("cannot be written");
  await world.caller("owner").requests.deny({ ...request, reason: "" });
  await expect(approve("write_file")).rejects.toThrow("decided by someone else");
  expect(await count()).toBe(before);
});

it("lets only admins, and authors in their conversations, add, change and remove rules, and records each", async () => {
  const { conversationId } = await newRun({ by: "owner" });
  const rule = { effect: "deny" as const, rule: "write_file(a/**)" };
  const member = world.caller("member").permissions;
  const place = { layer: "conversation" as const, target: conversationId };
  await expect(member.addRule(at({ place, ...rule }))).rejects.toThrow("Only the person who started");
  await expect(member.addRule(at({ place: { layer: "workspace" as const }, ...rule }))).rejects.toThrow(
    "Only admins",
  );
  const { id } = await world.caller("admin").permissions.addRule(at({ place, ...rule }));
  await expect(member.changeRule(at({ id, ...rule }))).rejects.toThrow("Only the person who started");
  await expect(member.removeRule(at({ id }))).rejects.toThrow("Only the person who started");
  const changed = { effect: "ask" as const, rule: "write_file(b/**)" };
  await world.caller("owner").permissions.changeRule(at({ id, ...changed }));
  const listed = async (): Promise<unknown> => (await member.rules(at({}))).find((one) => one.id === id);
  expect(await listed()).toMatchObject({
    ...{ text: "ask write_file(b/**)", mayChange: false, conversation: { id: conversationId } },
  });
  const other = await world.caller("owner").permissions.addRule(at({ place, ...rule }));
  await expect(
    world.caller("owner").permissions.changeRule(at({ id: other.id, ...changed })),
  ).rejects.toThrow("there already");
  await world.caller("owner").permissions.removeRule(at({ id: other.id }));
  await world.caller("owner").permissions.removeRule(at({ id }));
  expect(await listed()).toBeUndefined();
  const { items } = await world.caller("owner").audit.list(at({}));
  expect(items.slice(0, 5).map(({ action, target }) => `${action} ${target}`)).toEqual([
    "permissions.rule_removed ask write_file(…)",
    "permissions.rule_removed deny write_file(…)",
    "permissions.rule_added deny write_file(…)",
    "permissions.rule_changed ask write_file(…)",
    "permissions.rule_added deny write_file(…)",
  ]);
});

it("reports what a rule would have done in the visible log, with links, exactly as runs are then decided", async () => {
  const [mine, hidden] = [
    await newRun({ file: "what/if.txt" }),
    await newRun({ file: "what/if.txt", by: "owner", shared: false }),
  ];
  await Promise.all([mine.work(), hidden.work()]);
  const place = { layer: "workspace" as const };
  const ask = async (effect: "allow" | "deny", by: "member" | "owner"): Promise<unknown> => {
    const { changes, next } = await world
      .caller(by)
      .permissions.whatIf(at({ place, effect, rule: "write_file(what/**)" }));
    expect(next).toBeNull();
    return changes;
  };
  expect(await ask("deny", "member")).toEqual([
    {
      ...{ before: "ask", after: "deny", calls: 1 },
      examples: [expect.objectContaining({ traceId: mine.traceId, call: "write_file(what/if.txt)" })],
    },
  ]);
  expect(await ask("allow", "owner")).toMatchObject([{ before: "ask", after: "allow", calls: 2 }]);
  const { id } = await world
    .caller("admin")
    .permissions.addRule(at({ place, effect: "deny" as const, rule: "write_file(what/**)" }));
  const again = await newRun({ file: "what/if.txt" });
  expect(await again.work()).toBe("completed");
  expect(await contentOf(again)).toBeNull();
  await world.caller("admin").permissions.removeRule(at({ id }));
});

it.each(["ask", "auto"] as const)(
  "asks before each write that reaches a file which instructs agents or runs on its own: mode %s",
  async (mode) => {
    const { permissions } = world.database;
    await permissions.setWorkspaceMode(world.slugs.ours, mode);
    const rule = { place: { layer: "workspace" as const }, effect: "allow" as const, rule: "*" };
    const { id } = await world.caller("admin").permissions.addRule(at(rule));
    try {
      const folder = await newFolder();
      await mkdir(path.join(folder, ".vscode"));
      await symlink(".vscode", path.join(folder, "editor"));
      for (const file of ["AGENTS.md", "docs/.husky/pre-commit", "editor/tasks.json"]) {
        const run = await newRun({ folder, file });
        const request = at(await requestOf(run));
        expect(await world.caller("member").requests.get(request)).toMatchObject({
          approval: { cause: "protected" },
        });
        expect(await contentOf(run), file).toBeNull();
        await world.caller("member").requests.approve(request);
        expect(await run.work()).toBe("completed");
      }
      const ordinary = await newRun({ folder });
      expect(await ordinary.work()).toBe("completed");
      expect(await contentOf(ordinary)).toBe("one");
    } finally {
      await world.caller("admin").permissions.removeRule(at({ id }));
      await permissions.setWorkspaceMode(world.slugs.ours, "ask");
    }
  },
);

it("applies the rules of a project file, and ends a run whose file cannot be used", async () => {
  const folder = await newFolder();
  await mkdir(path.join(folder, ".goaltrace"));
  const write = async (text: string): Promise<void> =>
    await writeFile(path.join(folder, ".goaltrace/permissions.json"), text);
  await write('{"deny": ["write_file(src/**)"]}');
  const denied = await newRun({ folder });
  expect(await denied.work()).toBe("completed");
  expect(await contentOf(denied)).toBeNull();
  await write('{"allow": ["write_file"]}');
  const broken = await newRun({ folder });
  expect(await broken.work()).toBe("failed");
  const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
  const trace = await world.database.traces.get(scope, broken.traceId);
  expect(JSON.stringify(trace)).toContain("It cannot allow anything");
  const added = await world
    .caller("owner")
    .folders.add(at({ name: "Rules", path: folder }))
    .catch(() => null);
  if (added === null) throw new Error("The folder was refused.");
  const shown = (await world.caller("member").permissions.projectRules(at({}))).find(
    ({ id }) => id === added.id,
  );
  expect(shown).toMatchObject({
    name: "Rules",
    rules: [],
    problem: expect.stringContaining("cannot allow") as unknown,
  });
});
