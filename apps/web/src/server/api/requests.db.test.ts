import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Person } from "../auth/authorize.ts";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { createAskingRun } from "../testing/asking-run.ts";
import type { AskingRun } from "../testing/asking-run.ts";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";

let world: AccessWorld;
let folder: string;
beforeAll(async () => {
  world = await createAccessWorld(DATABASE_URL);
  await world.database.permissions.setWorkspaceMode(world.slugs.ours, "ask");
  folder = await mkdtemp(path.join(tmpdir(), "goaltrace-asks-"));
});
afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

const newAskingRun = async (
  person: Person,
  shared: boolean,
  tool?: "write_file" | "edit_file",
): Promise<AskingRun> =>
  createAskingRun(world, { person, shared, folder, file: `${randomUUID()}.txt`, tool });

/** Returns the file of the run; null if it was not written. */
const contentOf = async (run: AskingRun): Promise<string | null> =>
  await readFile(run.path, "utf8").catch(() => null);

const at: AccessWorld["at"] = (input) => world.at(input);

async function onlyRequest(traceId: string): Promise<{ traceId: string; id: string }> {
  const [request, ...rest] = await world.caller("owner").requests.ofTrace(at({ traceId }));
  expect(rest).toEqual([]);
  return { traceId, id: request?.id ?? "" };
}

it("shows a request until someone decides, then runs the call in another process and lists who decided", async () => {
  const run = await newAskingRun(world.person("member"), true);
  expect(await run.work()).toBe("waiting");
  const request = await onlyRequest(run.traceId);
  const counts = await world.caller("member").requests.count(at({}));
  const waiting = await world.caller("member").requests.list(at({ tab: "waiting" as const }));
  expect(waiting.items.find(({ id }) => id === request.id)).toMatchObject({
    ...{ traceId: run.traceId, kind: "approval", state: "open", decidedBy: null, agent: "general" },
    ...{ title: `write_file(${run.file})`, conversation: { title: "Build" }, folder },
    approval: {
      ...{ tool: "write_file", toolCallId: "c1", step: 1, cause: "mode", ruleId: null },
      arguments: JSON.stringify({ path: run.file, content: "one" }),
    },
  });
  const others = await world.caller("owner").requests.list(at({ tab: "others" as const }));
  expect(others.items.map(({ id }) => id)).toContain(request.id);
  expect(await contentOf(run)).toBeNull();
  await world.caller("owner").requests.approve(at(request));
  // Before any worker has read the decision.
  expect(await world.caller("member").requests.count(at({}))).toEqual({
    ...counts,
    waiting: counts.waiting - 1,
  });
  expect(await world.caller("member").requests.get(at(request))).toMatchObject({ state: "sent" });
  expect(await run.work()).toBe("completed");
  expect(await contentOf(run)).toBe("one");
  const decided = await world.caller("member").requests.list(at({ tab: "decided" as const }));
  expect(decided.items.find(({ id }) => id === request.id)).toMatchObject({
    ...{ state: "approved", decidedBy: { id: world.person("owner").id, name: "owner" } },
  });
});

it("applies the first of two decisions and informs the other person, even after the run has continued", async () => {
  const run = await newAskingRun(world.person("member"), true);
  await run.work();
  const request = await onlyRequest(run.traceId);
  await world.caller("member").requests.deny(at({ ...request, reason: "Not this one." }));
  await world.caller("member").requests.deny(at({ ...request, reason: "Not this one." }));
  await expect(world.caller("owner").requests.approve(at(request))).rejects.toThrow(
    "decided by someone else",
  );
  expect(await run.work()).toBe("completed");
  await expect(world.caller("owner").requests.approve(at(request))).rejects.toThrow("was denied by member");
  await world.caller("member").requests.deny(at({ ...request, reason: "Not this one." }));
  expect(await contentOf(run)).toBeNull();
});

it("checks edited arguments at once and runs the edited call", async () => {
  const run = await newAskingRun(world.person("member"), true);
  await run.work();
  const request = await onlyRequest(run.traceId);
  const approve = world.caller("member").requests.approve;
  await expect(approve(at({ ...request, arguments: '{"path":7}' }))).rejects.toThrow("path");
  await expect(approve(at({ ...request, arguments: "[]" }))).rejects.toThrow("one JSON object");
  await approve(at({ ...request, arguments: JSON.stringify({ path: run.file, content: "two" }) }));
  expect(await run.work()).toBe("completed");
  expect(await contentOf(run)).toBe("two");
});

it("hides requests of private conversations from others, and does not let viewers decide", async () => {
  const own = await newAskingRun(world.person("member"), false);
  const shared = await newAskingRun(world.person("member"), true);
  await Promise.all([own.work(), shared.work()]);
  const [[hidden], visible] = [
    await world.caller("member").requests.ofTrace(at({ traceId: own.traceId })),
    await onlyRequest(shared.traceId),
  ];
  const secret = { traceId: own.traceId, id: hidden?.id ?? "" };
  await expect(world.caller("owner").requests.approve(at(secret))).rejects.toThrow("no such request");
  const listed = await world.caller("viewer").requests.list(at({ tab: "others" as const }));
  expect(listed.items.map(({ id }) => id)).toContain(visible.id);
  expect(listed.items.map(({ id }) => id)).not.toContain(secret.id);
  await expect(world.caller("viewer").requests.approve(at(visible))).rejects.toThrow();
});

it("closes the request of a run that is canceled", async () => {
  const run = await newAskingRun(world.person("member"), true);
  await run.work();
  const request = await onlyRequest(run.traceId);
  await world.caller("member").runs.cancel(at({ traceId: run.traceId }));
  expect(await run.work()).toBe("cancelled");
  expect(await world.caller("member").requests.get(at(request))).toMatchObject({ state: "withdrawn" });
  await expect(world.caller("member").requests.approve(at(request))).rejects.toThrow("ended with its run");
});

it("reports the outcome of a request that was open when the watch began", async () => {
  const run = await newAskingRun(world.person("member"), true);
  await run.work();
  const request = await onlyRequest(run.traceId);
  const watching = new AbortController();
  const numbers = await world.caller("member", { signal: watching.signal }).requests.watch(at({}));
  const stream = numbers[Symbol.asyncIterator]();
  await stream.next();
  await world.caller("owner").requests.approve(at(request));
  await stream.next();
  expect(await run.work()).toBe("completed");
  // Its numbers are those of before, but its outcome is new.
  await stream.next();
  expect(await world.caller("member").requests.get(at(request))).toMatchObject({ state: "approved" });
  watching.abort();
});

it("reports new and decided requests to watchers", async () => {
  const watching = new AbortController();
  const numbers = await world.caller("member", { signal: watching.signal }).requests.watch(at({}));
  const stream = numbers[Symbol.asyncIterator]();
  const { value: first } = await stream.next();
  const run = await newAskingRun(world.person("member"), true);
  await run.work();
  let counts = (await stream.next()).value;
  expect(counts).toMatchObject({ waiting: (first?.waiting ?? 0) + 1 });
  await world.caller("member").requests.approve(at(await onlyRequest(run.traceId)));
  while (counts?.waiting !== first?.waiting) counts = (await stream.next()).value;
  watching.abort();
});

it.each([
  ["happened", "reports that it took effect"],
  ["run_again", "A person decided to run it again"],
  ["left", "left it as it is"],
] as const)(
  "asks what became of a call whose process died, and continues with the report: %s",
  async (resolution, words) => {
    const run = await newAskingRun(world.person("member"), true, "edit_file");
    await run.work();
    await world.caller("member").requests.approve(at(await onlyRequest(run.traceId)));
    await run.die();
    expect(await run.work()).toBe("waiting");
    const request = await onlyRequest(run.traceId);
    expect(await world.caller("member").requests.get(at(request))).toMatchObject({
      ...{ kind: "effect", state: "open", title: `edit_file(${run.file})`, approval: null },
      effect: { tool: "edit_file", arguments: expect.stringContaining(run.file) as unknown },
    });
    await expect(world.caller("member").requests.approve(at(request))).rejects.toThrow("what became of");
    const { resolve } = world.caller("owner").requests;
    await resolve(at({ ...request, resolution }));
    await resolve(at({ ...request, resolution }));
    const other = resolution === "left" ? "happened" : "left";
    await expect(resolve(at({ ...request, resolution: other }))).rejects.toThrow("decided by someone else");
    expect(await run.work()).toBe("completed");
    expect(await world.caller("member").requests.get(at(request))).toMatchObject({
      ...{ state: resolution, decidedBy: { name: "owner" } },
    });
    const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
    const entries = await world.database.traces.entries(scope, run.traceId, { after: 0 });
    const results = entries.flatMap((entry) =>
      entry.kind === "message" && entry.role === "tool" ? [entry.output] : [],
    );
    expect(results).toEqual([expect.stringContaining(words)]);
  },
);
