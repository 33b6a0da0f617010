import { randomUUID } from "node:crypto";
import type { Trace } from "@goaltrace/core/log";
import { type Runtime as HostRuntime, startQueuedMessages } from "@goaltrace/host";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import { openWorker } from "../testing/open-worker.ts";
import type { AccessWorld } from "../testing/access-world.ts";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";
const SOON = { timeout: 20_000 };

let world: AccessWorld;
let workers: readonly HostRuntime[];
beforeAll(async () => {
  world = await createAccessWorld(DATABASE_URL, { withModel: true });
  const open = async (): Promise<HostRuntime> => await openWorker(world);
  workers = [await open(), await open()];
});
afterAll(async () => {
  for (const worker of workers ?? []) await worker.close();
  await world?.close();
});

const at: AccessWorld["at"] = (input) => world.at(input);
type Message = { readonly id: string; readonly conversationId: string; readonly text: string };
const toAdd = (message: Message) => at({ ...message, model: null, folderId: null });

/** Starts a run of the member in a shared conversation, and queues these texts. */
async function startWith(...texts: readonly string[]) {
  const { conversationId, traceId } = await world.startRun("Begin");
  await world.caller("member").conversations.setVisibility(at({ id: conversationId, visibility: "shared" }));
  const messages = texts.map((text) => ({ id: randomUUID(), conversationId, text }));
  for (const message of messages) await world.caller("member").queue.add(toAdd(message));
  const listed = async () => await world.caller("member").queue.list(at({ conversationId }));
  const turns = async (): Promise<readonly Trace[]> =>
    (await world.caller("member").conversations.get(at({ id: conversationId }))).traces;
  return { conversationId, traceId, messages, listed, turns };
}

/** Ends a run as its worker would. */
async function end(traceId: string, status: "completed" | "failed"): Promise<void> {
  const { traces } = world.database;
  const claimed = await traces.claim({ owner: "test", leaseMs: 60_000, only: traceId });
  if (claimed === undefined) throw new Error("nothing to claim");
  const { trace, lease } = claimed;
  await traces.append({
    ...{ traceId, rootId: traceId, fence: lease.fence, blobs: [] },
    entries: [
      {
        ...{ id: randomUUID(), traceId, sequence: trace.lastSequence + 1, version: 1, at: Date.now() },
        ...{ goalId: "root", kind: "event", type: "trace.finished" },
        data: { status, failure: null, summary: null },
      },
    ],
    projection: { ...trace, status, lastSequence: trace.lastSequence + 1 },
  });
  await traces.release(lease);
}

/** Runs the queues of two worker processes while `body` runs. */
async function whileWorking(body: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const sweeps = workers.map(async (worker) => await startQueuedMessages(worker, stop.signal));
  try {
    await body();
  } finally {
    stop.abort();
    await Promise.all(sweeps);
  }
}

it("sends each message once and in order, one after each completed run, although two workers poll", async () => {
  const { traceId, listed, turns } = await startWith("first", "second");
  expect(await listed()).toMatchObject([
    { text: "first", state: "waiting", isMine: true, person: { name: "member" } },
    { text: "second", state: "waiting" },
  ]);
  await whileWorking(async () => {
    await end(traceId, "completed");
    await vi.waitFor(async () => expect((await listed()).map(({ text }) => text)).toEqual(["second"]), SOON);
    const [, started] = await turns();
    expect(started).toMatchObject({ task: "first", personId: world.person("member").id, status: "queued" });
    await end(started?.id ?? "", "completed");
    await vi.waitFor(async () => expect(await listed()).toEqual([]), SOON);
  });
  expect((await turns()).map(({ task }) => task)).toEqual(["Begin", "first", "second"]);
});

it("queues a message once, however often it is sent, even after its turn has started", async () => {
  const { messages, listed, traceId, turns } = await startWith("only");
  const [message] = messages;
  if (message === undefined) throw new Error("nothing queued");
  await world.caller("member").queue.add(toAdd({ ...message, text: "again" }));
  expect(await listed()).toMatchObject([{ text: "only" }]);
  await whileWorking(async () => {
    await end(traceId, "completed");
    await vi.waitFor(async () => expect(await turns()).toHaveLength(2), SOON);
  });
  await world.caller("member").queue.add(toAdd(message));
  expect(await listed()).toEqual([]);
  expect(await turns()).toHaveLength(2);
});

it("sends nothing after a failed run until a person decides", async () => {
  const { messages, listed, traceId, turns } = await startWith("next");
  const id = messages[0]?.id ?? "";
  await end(traceId, "failed");
  await whileWorking(async () => {
    const marker = await startWith("marker");
    await end(marker.traceId, "completed");
    // The sweep that found the marker has also seen this message.
    await vi.waitFor(async () => expect(await marker.listed()).toEqual([]), SOON);
  });
  expect(await listed()).toMatchObject([{ text: "next", state: "waiting" }]);
  expect(await world.caller("member").queue.send(at({ id }))).toEqual({ started: true });
  expect((await turns()).map(({ task }) => task)).toEqual(["Begin", "next"]);
  expect(await world.caller("member").queue.send(at({ id }))).toEqual({ started: false });
});

it("lets the author edit, the author and the owner remove, and others only read", async () => {
  const { conversationId, listed } = await startWith();
  const id = randomUUID();
  await world.caller("admin").queue.add(toAdd({ id, conversationId, text: "mine" }));
  expect(await listed()).toMatchObject([{ isMine: false, mayRemove: true, person: { name: "admin" } }]);
  expect(await world.caller("owner").queue.list(at({ conversationId }))).toMatchObject([
    { isMine: false, mayRemove: false },
  ]);
  await expect(world.caller("member").queue.edit(at({ id, text: "theirs" }))).rejects.toThrow("no queued");
  await expect(world.caller("owner").queue.remove(at({ id }))).rejects.toThrow("no queued");
  await world.caller("admin").queue.edit(at({ id, text: "changed" }));
  expect(await listed()).toMatchObject([{ text: "changed" }]);
  await world.caller("member").queue.remove(at({ id }));
  expect(await listed()).toEqual([]);
  await expect(world.caller("admin").queue.edit(at({ id, text: "late" }))).rejects.toThrow(
    "no longer queued",
  );
  const elsewhere = { workspace: world.slugs.theirs, conversationId };
  await expect(world.caller("other").queue.list(elsewhere)).rejects.toThrow("no such conversation");
});

it("holds a message that cannot start, with the reason, and the messages behind it", async () => {
  const { conversationId, traceId, listed } = await startWith();
  const [bad, good] = [randomUUID(), randomUUID()];
  await world.caller("member").queue.add({
    ...toAdd({ id: bad, conversationId, text: "bad" }),
    model: "no/such-model",
  });
  await world.caller("member").queue.add(toAdd({ id: good, conversationId, text: "good" }));
  await whileWorking(async () => {
    await end(traceId, "completed");
    await vi.waitFor(async () => expect((await listed())[0]?.state).toBe("held"), SOON);
  });
  expect((await listed())[0]?.problem).toContain("no/such-model is not configured");
  expect(await listed()).toHaveLength(2);
  await world.caller("member").queue.remove(at({ id: bad }));
  await whileWorking(async () => await vi.waitFor(async () => expect(await listed()).toEqual([]), SOON));
});

it("starts a turn once when the process dies before or after it stored the turn", async () => {
  for (const isStored of [false, true]) {
    const { messages, traceId, turns, listed } = await startWith("once");
    await end(traceId, "completed");
    const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
    const claimed = await world.database.queue.claim(scope, messages[0]?.id ?? "");
    if (claimed === undefined) throw new Error("not claimed");
    if (isStored) {
      const { startRun } = await import("@goaltrace/host");
      const own = { model: undefined, agent: undefined, folderId: undefined };
      await startRun(world.runtime, { ...claimed, ...own, scope });
    }
    expect(await listed()).toMatchObject([{ state: "starting" }]);
    const age = "update queued_message set claimed_at = now() - interval '1 hour' where id = $1";
    await world.database.pool.query(age, [claimed.id]);
    await whileWorking(async () => await vi.waitFor(async () => expect(await listed()).toEqual([]), SOON));
    expect((await turns()).map(({ task }) => task)).toEqual(["Begin", "once"]);
  }
});

it("removes the queue of a deleted conversation, and sends no message of a person who left", async () => {
  const deleted = await startWith("text of a deleted conversation");
  await world.caller("member").conversations.deletePermanently(at({ id: deleted.conversationId }));
  const left = await world.newPerson("member");
  const { conversationId, traceId, listed } = await startWith();
  const add = toAdd({ id: randomUUID(), conversationId, text: "from someone who left" });
  await world.caller(null, { person: left }).queue.add(add);
  await world.caller("owner").members.remove(at({ personId: left.id }));
  await whileWorking(async () => {
    await end(traceId, "completed");
    const marker = await startWith("marker");
    await end(marker.traceId, "completed");
    await vi.waitFor(async () => expect(await marker.listed()).toEqual([]), SOON);
  });
  expect(await listed()).toMatchObject([{ state: "waiting" }]);
  const rows = await world.database.pool.query("select from queued_message where conversation_id = $1", [
    deleted.conversationId,
  ]);
  expect(rows.rows).toEqual([]);
});

it("delivers a text to a run once, although it is sent twice under one id", async () => {
  const { traceId } = await startWith();
  const text = at({ traceId, text: "Staging only", messageId: "m1" });
  expect(await world.caller("member").runs.steer(text)).toEqual({ when: "now" });
  expect(await world.caller("member").runs.steer(text)).toEqual({ when: "now" });
  const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
  expect(await world.database.signals.pending(scope, traceId)).toMatchObject([{ id: "steer:m1" }]);
});
