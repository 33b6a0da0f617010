import { defineTool, newRun } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import {
  createAllowAllPermission,
  createFixedEnvironments,
  createNoRedactor,
} from "@goaltrace/core/in-memory";
import { createModelDirectory } from "@goaltrace/core/model-directory";
import { createOneCallModel } from "@goaltrace/core/testing";
import { createToolSet } from "@goaltrace/core/tools";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import { type Runtime as HostRuntime } from "@goaltrace/host";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Person } from "../auth/authorize.ts";
import { createAccessWorld } from "../testing/access-world.ts";
import { openWorker } from "../testing/open-worker.ts";
import type { AccessWorld } from "../testing/access-world.ts";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";

let world: AccessWorld;
/** A separate runtime, like that of a worker process. */
let worker: HostRuntime;
beforeAll(async () => {
  world = await createAccessWorld(DATABASE_URL);
  worker = await openWorker(world);
});
afterAll(async () => {
  await worker?.close();
  await world?.close();
});

/** Stores a queued run of a person; `shared` is the visibility of its conversation, null for a run without one. */
async function newQueuedRun(person: Person, shared: boolean | null): Promise<string> {
  const { ports, database } = worker;
  const scope = { workspaceId: world.slugs.ours, personId: person.id };
  const conversationId = shared === null ? null : ports.ids.next();
  const now = ports.clock.now();
  if (conversationId !== null)
    await database.conversations.create(scope, {
      ...{ id: conversationId, personId: person.id, title: "Build", pinned: false, shared: shared === true },
      ...{ folderId: null, model: null, createdAt: now, updatedAt: now },
    });
  const run = newRun(
    {
      ...{ scope, conversationId, text: "Build", agent: generalAgent, models: ["one-call"] },
      ...{ projectFolder: null, origin: null },
    },
    { ...ports, redactor: createNoRedactor() },
  );
  await ports.traces.create(scope, run.trace, run.entries, run.blobs);
  return run.trace.id;
}

type Execution = { readonly toolCalls: () => number; readonly status: () => Promise<string | undefined> };

/**
 * Executes a run whose model answers with a tool call only after `whileAnswering` has resolved. Notices between processes are lost, so the
 * worker learns of nothing on its own.
 */
async function execute(
  traceId: string,
  isReadOnly: boolean,
  whileAnswering: () => Promise<unknown>,
): Promise<Execution> {
  const { ports, database } = worker;
  let calls = 0;
  const shell = defineTool({
    ...{ name: "shell", description: "Runs a command.", input: z.object({}) },
    annotations: isReadOnly ? { readOnlyHint: true } : {},
    execute: async () => {
      calls += 1;
      return { title: "exit code 0", output: "done" };
    },
  });
  const oneCall = createOneCallModel("shell");
  let isFirst = true;
  const model: typeof oneCall = {
    ...oneCall,
    attempt: async (...call) => {
      if (isFirst) await whileAnswering();
      isFirst = false;
      return oneCall.attempt(...call);
    },
  };
  const environments = createFixedEnvironments({
    models: createModelDirectory([async () => model]),
    tools: createToolSet([shell]),
    permission: createAllowAllPermission(),
    redactor: createNoRedactor(),
    ...{ sources: [], forbiddenFolders: [] },
  });
  const live = { ...database.live, subscribe: () => () => undefined };
  for (;;) {
    const claimed = await ports.traces.claim({ owner: "test", leaseMs: 60_000, only: traceId });
    if (claimed === undefined) break;
    await executeClaimedTrace({
      ...{ ...claimed, ports: { ...ports, environments }, live, release: new AbortController().signal },
    });
  }
  const scope = { workspaceId: world.slugs.ours, personId: world.person("owner").id };
  return {
    toolCalls: () => calls,
    status: async () => (await database.traces.get(scope, traceId))?.status,
  };
}

const remove = async (person: Person): Promise<unknown> =>
  world.caller("owner").members.remove({ workspace: world.slugs.ours, personId: person.id });
const demote = async (person: Person): Promise<unknown> =>
  world.caller("owner").members.setRole({ workspace: world.slugs.ours, personId: person.id, role: "viewer" });

it.each([
  ["removed", "a call with effects", remove, false],
  ["removed", "a call that only reads", remove, true],
  ["made a viewer", "a call with effects", demote, false],
])("cancels the running agent of a person who is %s before %s starts", async (_, __, end, isReadOnly) => {
  const person = await world.newPerson("member");
  const traceId = await newQueuedRun(person, true);
  const { toolCalls, status } = await execute(traceId, isReadOnly, async () => end(person));
  expect(toolCalls()).toBe(0);
  expect(await status()).toBe("cancelled");
});

it("cancels queued runs of a removed person, including one that is stored after the removal", async () => {
  const person = await world.newPerson("member");
  const before = await newQueuedRun(person, null);
  await remove(person);
  const after = await newQueuedRun(person, null);
  for (const traceId of [before, after]) {
    const { toolCalls, status } = await execute(traceId, false, async () => undefined);
    expect([toolCalls(), await status()]).toEqual([0, "cancelled"]);
  }
});

it("lets runs of members continue", async () => {
  const person = await world.newPerson("member");
  const { toolCalls, status } = await execute(await newQueuedRun(person, null), false, async () => undefined);
  expect([toolCalls(), await status()]).toEqual([1, "completed"]);
});

it("hands runs that everyone sees over to an owner when the workspace chose so, and cancels private ones", async () => {
  const workspace = world.slugs.ours;
  await world.caller("admin").members.setOrphanedRuns({ workspace, policy: "hand_over" });
  const person = await world.newPerson("member");
  const [shared, hidden] = [await newQueuedRun(person, true), await newQueuedRun(person, false)];
  const run = await execute(shared, false, async () => remove(person));
  expect([run.toolCalls(), await run.status()]).toEqual([1, "completed"]);
  expect(await (await execute(hidden, false, async () => undefined)).status()).toBe("cancelled");
  const owner = world.person("owner").id;
  const conversations = await world.database.prisma.conversation.findMany({
    where: { workspaceId: workspace, headTraceId: { in: [shared, hidden] } },
    select: { headTraceId: true, personId: true },
  });
  expect(new Map(conversations.map((row) => [row.headTraceId, row.personId]))).toEqual(
    new Map([
      [shared, owner],
      [hidden, person.id],
    ]),
  );
  const { items } = await world.caller("owner").audit.list({ workspace });
  expect(items[0]).toMatchObject({
    action: "member.removed",
    detail: { runsCanceled: "1", runsHandedOver: "1" },
  });
  await world.caller("admin").members.setOrphanedRuns({ workspace, policy: "cancel" });
  expect((await world.caller("owner").audit.list({ workspace })).items[0]).toMatchObject({
    action: "workspace.orphaned_runs_changed",
    detail: { from: "hand_over", to: "cancel" },
  });
});
