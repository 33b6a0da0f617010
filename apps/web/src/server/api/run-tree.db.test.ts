import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { createAskingRun } from "../testing/asking-run.ts";
import type { AskingRun, AskingRunOptions } from "../testing/asking-run.ts";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";

let world: AccessWorld;
let folder: string;
beforeAll(async () => {
  world = await createAccessWorld(DATABASE_URL);
  await world.database.permissions.setWorkspaceMode(world.slugs.ours, "ask");
  folder = await mkdtemp(path.join(tmpdir(), "goaltrace-tree-"));
});
afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

const at: AccessWorld["at"] = (input) => world.at(input);

/** A run whose sub-agent's sub-agent asks before it writes. */
async function newDeepRun({
  shared = true,
  repeats = false,
  tool,
}: Partial<Pick<AskingRunOptions, "shared" | "repeats" | "tool">> = {}): Promise<AskingRun> {
  const run = await createAskingRun(world, {
    tool,
    ...{ person: world.person("member"), shared, folder, file: `${randomUUID()}.txt`, below: 2, repeats },
  });
  expect(await run.work()).toBe("waiting");
  return run;
}

it("shows the request of a sub-agent two levels down with its ancestors, and continues the whole tree when someone approves", async () => {
  const run = await newDeepRun();
  const caller = world.caller("member");
  const { rootId, runs, changedFiles } = await caller.traces.tree(at({ id: run.traceId }));
  expect(rootId).toBe(run.traceId);
  expect(runs.map(({ depth, title, waitingFor }) => [depth, title, waitingFor])).toEqual([
    [0, "Build", "children"],
    [1, "Level 1", "children"],
    [2, "Level 2", "approval"],
  ]);
  const [root, middle, deepest] = runs;
  const ancestors = [root, middle].map((each) => ({
    traceId: each?.id,
    agent: "general",
    task: each?.title,
  }));
  const asked = { traceId: deepest?.id, kind: "approval", ancestors };
  for (const each of runs)
    expect(await caller.requests.ofTrace(at({ traceId: each.id }))).toMatchObject([asked]);
  const waiting = await caller.requests.list(at({ tab: "waiting" as const }));
  const [request] = waiting.items.filter(({ traceId }) => traceId === deepest?.id);
  expect(request).toMatchObject(asked);
  await caller.requests.approve(at({ traceId: deepest?.id ?? "", id: request?.id ?? "" }));
  expect(await run.work()).toBe("completed");
  expect(await readFile(run.path, "utf8")).toBe("one");
  const after = await caller.traces.tree(at({ id: middle?.id ?? "" }));
  expect(after.runs.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
  expect([changedFiles, after.changedFiles]).toEqual([false, true]);
  const approved = {
    decision: "approved",
    text: "write_file",
    personName: expect.stringMatching(/./u) as unknown,
    decidedAt: expect.any(Number) as unknown,
  };
  expect(after.runs.map(({ decision }) => decision)).toEqual([null, null, approved]);
  const { items } = await caller.traces.list(at({}));
  expect(items.filter(({ id }) => runs.some((each) => each.id === id))).toMatchObject([
    { id: run.traceId, agents: 2 },
  ]);
});

it("says which answer a person last gave to a sub-agent that asks again", async () => {
  const run = await newDeepRun({ repeats: true });
  const caller = world.caller("member");
  const answer = async (text: string): Promise<string> => {
    const [question, ...others] = await caller.requests.ofTrace(at({ traceId: run.traceId }));
    expect([question?.kind, others]).toEqual(["question", []]);
    await caller.requests.answer(at({ traceId: question?.traceId ?? "", id: question?.id ?? "", text }));
    return (await run.work()) ?? "";
  };
  const decisions = async (): Promise<readonly unknown[]> =>
    (await caller.traces.tree(at({ id: run.traceId }))).runs.map(({ decision }) => decision);
  expect(await decisions()).toEqual([null, null, null]);
  const by = {
    personName: expect.stringMatching(/./u) as unknown,
    decidedAt: expect.any(Number) as unknown,
  };

  // It repeats itself again after the first answer.
  expect(await answer("Try another way")).toBe("waiting");
  expect(await decisions()).toEqual([null, null, { decision: "answered", text: "Try another way", ...by }]);
  expect(await answer("Give up")).toBe("completed");
  const { runs } = await caller.traces.tree(at({ id: run.traceId }));
  expect(runs.map(({ decision }) => decision)).toEqual([
    null,
    null,
    { decision: "gave_up", text: "Give up", ...by },
  ]);
  expect(runs.map(({ status, failure }) => [status, failure])).toEqual([
    ["completed", null],
    ["completed", null],
    ["failed", expect.stringContaining("repeated itself")],
  ]);
});

it("takes the answer to a question of a tool as an answer, also where it has the words of the choice that ends a run", async () => {
  const run = await newDeepRun({ tool: "ask_user" });
  const caller = world.caller("member");
  const [question] = await caller.requests.ofTrace(at({ traceId: run.traceId }));
  const { traceId = "", id = "" } = question ?? {};
  await caller.requests.answer(at({ traceId, id, text: "Give up" }));
  expect(await run.work()).toBe("completed");
  const { runs } = await caller.traces.tree(at({ id: run.traceId }));
  expect(runs.map(({ decision }) => decision)).toMatchObject([
    null,
    null,
    { decision: "answered", text: "Give up" },
  ]);
});

it("streams the tree when one of its runs changes, and ends with its last run", async () => {
  const run = await newDeepRun();
  const caller = world.caller("member");
  const seen: string[][] = [];
  const stream = await caller.traces.watchTree(at({ id: run.traceId }));
  for await (const { tree } of stream) {
    seen.push(tree.runs.map(({ status }) => status));
    if (seen.length > 1) continue;
    const [request] = await caller.requests.ofTrace(at({ traceId: run.traceId }));
    await caller.requests.approve(at({ traceId: request?.traceId ?? "", id: request?.id ?? "" }));
    void run.work();
  }
  expect(seen[0]).toEqual(["waiting", "waiting", "waiting"]);
  expect(seen.at(-1)).toEqual(["completed", "completed", "completed"]);
});

it("hides the tree of a private conversation from others", async () => {
  const run = await newDeepRun({ shared: false });
  await expect(world.caller("owner").traces.tree(at({ id: run.traceId }))).rejects.toThrow();
  expect((await world.caller("member").traces.tree(at({ id: run.traceId }))).runs).toHaveLength(3);
});
