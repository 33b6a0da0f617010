import { randomUUID } from "node:crypto";
import { newRun } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import { createNoRedactor } from "@goaltrace/core/in-memory";
import { projectEntry } from "@goaltrace/core/log";
import type { Entry } from "@goaltrace/core/log";
import type { StreamRightStore } from "@goaltrace/db";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Person } from "../auth/authorize.ts";
import { watchTrace } from "../rest/endpoints.ts";
import { handleRest } from "../rest/handle-rest.ts";
import { openShare } from "../sharing/open-share.ts";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { createStreamGate } from "./stream-gate.ts";

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
});
afterAll(async () => world?.close());

const LIMIT_MS = 2_000;
/** No promise, but a stream that shows nothing for so long has ended. */
const ALIVE_MS = 60_000;
/** A stream ends when its timer runs, which a busy machine delays. The entries that it shows before are limited everywhere. */
const ENDS_WITHIN_MS = process.env["GOALTRACE_SOAK"] === "1" ? LIMIT_MS : ALIVE_MS;
/** A stream that keeps its right must show entries this long after a change. */
const ALIVE_ENTRIES = 2;
const pause = async (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A running trace in a conversation of the member, to which a model writes without a pause until `stop`. */
async function startWriting(): Promise<{
  readonly traceId: string;
  readonly conversationId: string;
  /** The time before which no entry was committed, by sequence: a busy machine reports commits late. */
  readonly committedAt: ReadonlyMap<number, number>;
  readonly stop: () => Promise<void>;
}> {
  const { database, runtime, slugs } = world;
  const scope = { workspaceId: slugs.ours, personId: world.person("member").id };
  const conversationId = randomUUID();
  const now = Date.now();
  await database.conversations.create(scope, {
    ...{ id: conversationId, personId: scope.personId, title: "Cake", pinned: false, shared: true },
    ...{ folderId: null, model: null, createdAt: now, updatedAt: now },
  });
  const run = newRun(
    {
      ...{ scope, conversationId, text: "Bake", agent: generalAgent, models: ["none"] },
      ...{ projectFolder: null, origin: null },
    },
    { ...runtime, redactor: createNoRedactor() },
  );
  const traceId = run.trace.id;
  await database.traces.create(scope, run.trace, run.entries, run.blobs);
  const claimed = await database.traces.claim({ owner: "test", leaseMs: 600_000, only: traceId });
  if (claimed === undefined) throw new Error("The run could not be claimed.");
  let { trace } = claimed;
  const committedAt = new Map<number, number>();
  let isWriting = true;
  const write = async (): Promise<void> => {
    for (let offset = 0; isWriting; offset += 1) {
      const sequence = trace.lastSequence + 1;
      const entry: Entry = {
        ...{ id: randomUUID(), traceId, sequence, version: 1, at: Date.now(), goalId: "root" },
        ...{ kind: "message", role: "user", author: "person", description: "x", tokens: 1 },
        parts: [{ type: "text", text: `Entry ${sequence}` }],
      };
      const projection = { ...projectEntry(trace, entry), status: "running" as const };
      const { fence } = claimed.lease;
      committedAt.set(sequence, Date.now());
      await database.traces.append({
        ...{ traceId, rootId: traceId, fence, entries: [entry], projection, blobs: [] },
      });
      trace = { ...trace, ...projection };
      database.live.publish({
        ...{ kind: "delta", traceId, callId: "call", attempt: 1, channel: "text", offset, text: "." },
      });
      await pause(20);
    }
  };
  const writing = write();
  return {
    ...{ traceId, conversationId, committedAt },
    stop: async () => {
      isWriting = false;
      await writing;
    },
  };
}

type Opened = {
  readonly name: string;
  /** Sequences of the shown entries with the time at which they were shown. */
  readonly shown: { readonly sequence: number; readonly at: number }[];
  readonly by: "session" | "key";
  endedAt: number | null;
  readonly close: () => Promise<void>;
};

/** Reads a stream to its end and keeps what it shows. */
function follow(
  stream: { readonly name: string; readonly by: "session" | "key" },
  items: AsyncIterator<number | null>,
  abort: () => void,
): Opened {
  const opened: Opened = {
    ...{ ...stream, shown: [], endedAt: null },
    close: async () => {
      abort();
      await reading;
    },
  };
  const read = async (): Promise<void> => {
    for (;;) {
      const next = await items.next().catch(() => ({ done: true, value: null }));
      if (next.done === true) break;
      if (next.value !== null) opened.shown.push({ sequence: Number(next.value), at: Date.now() });
    }
    opened.endedAt = Date.now();
  };
  const reading = read();
  return opened;
}

/** The sequence in an item of the page's stream: entries are sent with an id to continue from. */
const SEQUENCE = z
  .tuple([z.string(), z.object({ entry: z.object({ sequence: z.number() }) })])
  .rest(z.unknown())
  .transform(([, { entry }]) => entry.sequence);

/** Opens the page's stream of a trace. */
async function openPage(person: Person, traceId: string): Promise<Opened> {
  const watching = new AbortController();
  const caller = world.caller(null, { person, signal: watching.signal });
  const tail = await caller.traces.tail({
    workspace: world.slugs.ours,
    id: traceId,
    shape: "entries",
    after: 0,
  });
  async function* sequences(): AsyncGenerator<number | null> {
    for await (const item of tail) {
      yield SEQUENCE.safeParse(item).data ?? null;
    }
  }
  return follow({ name: "page", by: "session" }, sequences(), () => watching.abort());
}

/** Opens the REST stream of a trace. */
async function openRest(secret: string, traceId: string): Promise<Opened> {
  const watching = new AbortController();
  const request = new Request(`http://localhost:3000/api/traces/${traceId}/events`, {
    headers: { authorization: `Bearer ${secret}` },
    signal: watching.signal,
  });
  const response = await handleRest(watchTrace, request, { runtime: world.runtime, params: { id: traceId } });
  async function* sequences(): AsyncGenerator<number | null> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk);
      if (text.startsWith("event: error")) return;
      yield text.includes("event: entry") ? Number(/^id: (\d+)/.exec(text)?.[1]) : null;
    }
  }
  return follow({ name: "REST", by: "key" }, sequences(), () => {
    watching.abort();
    // Names the request, so that it is not collected before: its signal would no longer follow ours, and the stream would not end.
    expect(request.signal.aborted).toBe(true);
  });
}

const CHANGES = [
  ...(["remove", "add", "make viewer", "make member", "make private", "share"] as const),
  ...(["revoke key", "new key", "sign out", "sign in", "revoke link"] as const),
];
type Change = (typeof CHANGES)[number];

/** A colleague who watches the trace, with what each stream and link of theirs rests on. */
async function newWatcher(writing: { readonly traceId: string; readonly conversationId: string }) {
  const { database, slugs } = world;
  const person = await world.newPerson("member");
  const workspaceId = slugs.ours;
  const holder = { workspace: workspaceId, traceId: writing.traceId };
  const { token, id: linkId } = await world
    .caller(null, { person })
    .shares.create({ ...holder, days: 1, includeContent: true });
  const state = { role: "member" as "member" | "viewer" | null, isShared: true, session: true };
  let key: { readonly id: string; readonly secret: string } | null = null;
  let isLinkAlive = true;
  const newKey = async (): Promise<void> => {
    const secret = `gt_${randomUUID()}${randomUUID()}`;
    const id = randomUUID();
    const data = { id, personId: person.id, name: "key", hint: "xxxx", scopes: ["read" as const] };
    await database.apiKeys.create(workspaceId, { ...data, createdAt: Date.now(), lastUsedAt: null }, secret);
    key = { id, secret };
  };
  await newKey();
  const owner = world.caller("owner");
  const member = world.caller("member");
  const setVisibility = async (visibility: "shared" | "private"): Promise<void> => {
    await member.conversations.setVisibility({
      workspace: workspaceId,
      id: writing.conversationId,
      visibility,
    });
    state.isShared = visibility === "shared";
  };
  const setRole = async (role: "member" | "viewer"): Promise<void> => {
    if (state.role === null) return;
    await owner.members.setRole({ workspace: workspaceId, personId: person.id, role });
    state.role = role;
  };
  const acts: Readonly<Record<Change, () => Promise<void>>> = {
    remove: async () => {
      if (state.role === null) return;
      await owner.members.remove({ workspace: workspaceId, personId: person.id });
      [state.role, key] = [null, null];
    },
    add: async () => {
      if (state.role !== null) return;
      await database.members.set(workspaceId, person.id, "member");
      state.role = "member";
    },
    "make viewer": async () => setRole("viewer"),
    "make member": async () => setRole("member"),
    "make private": async () => setVisibility("private"),
    share: async () => setVisibility("shared"),
    "revoke key": async () => {
      if (key === null) return;
      await database.apiKeys.revoke(workspaceId, key.id, null);
      key = null;
    },
    "new key": async () => {
      if (key === null && state.role !== null) await newKey();
    },
    "sign out": async () => {
      await database.prisma.session.deleteMany({ where: { userId: person.id } });
      state.session = false;
    },
    "sign in": async () => {
      if (state.session) return;
      const expiresAt = new Date(Date.now() + 3_600_000);
      const data = { id: world.sessionOf(person), token: randomUUID(), userId: person.id, expiresAt };
      await database.prisma.session.create({ data });
      state.session = true;
    },
    "revoke link": async () => {
      await owner.shares.revoke({ workspace: workspaceId, id: linkId });
      isLinkAlive = false;
    },
  };
  return {
    person,
    /** Changes a right, and updates what the watcher is now allowed. */
    change: async (change: Change): Promise<void> => {
      await acts[change]();
      isLinkAlive &&= state.role === "member" && state.isShared;
    },
    canFollow: (by: "session" | "key"): boolean =>
      state.role !== null && state.isShared && (by === "session" ? state.session : key !== null),
    key: () => key?.secret ?? null,
    isLinkAlive: () => isLinkAlive,
    openLink: async () => (await openShare(world.runtime, token, person.id)).kind,
  };
}

/** Waits until a condition holds; fails after the promised limit. Returns the time it took. */
async function within(limitMs: number, isDone: () => boolean): Promise<number> {
  const startedAt = Date.now();
  while (!isDone() && Date.now() - startedAt <= limitMs) await pause(5);
  return Date.now() - startedAt;
}

/** A gate whose notices never arrive: only its timer ends streams. */
function withoutNotices(rights: StreamRightStore): StreamRightStore {
  return { read: rights.read, onChange: () => () => undefined };
}

type Watcher = Awaited<ReturnType<typeof newWatcher>>;

/** Expects the streams whose right has ended to end in time, and to show nothing that was committed after that. */
async function expectEnded(
  streams: readonly Opened[],
  committedAt: ReadonlyMap<number, number>,
  lost: { readonly change: Change; readonly at: number },
): Promise<void> {
  for (const stream of streams) {
    await within(ALIVE_MS, () => stream.endedAt !== null);
    const name = `${stream.name} after ${lost.change}`;
    expect((stream.endedAt ?? Infinity) - lost.at, name).toBeLessThanOrEqual(ENDS_WITHIN_MS);
    for (const { sequence } of stream.shown)
      expect(committedAt.get(sequence) ?? 0, name).toBeLessThanOrEqual(lost.at + LIMIT_MS);
  }
}

/** Expects the other streams to show what the model writes. */
async function expectAlive(streams: readonly Opened[], change: Change): Promise<void> {
  for (const stream of streams) {
    const before = stream.shown.length;
    await within(ALIVE_MS, () => stream.shown.length >= before + ALIVE_ENTRIES);
    expect(stream.endedAt, `${stream.name} after ${change}`).toBeNull();
    expect(stream.shown.length).toBeGreaterThanOrEqual(before + ALIVE_ENTRIES);
  }
}

/** Opens the streams that the watcher may follow and does not follow yet. */
async function openAllowed(watcher: Watcher, traceId: string, open: readonly Opened[]): Promise<Opened[]> {
  const secret = watcher.key();
  const opened: Opened[] = [];
  if (watcher.canFollow("session") && open.every(({ by }) => by !== "session"))
    opened.push(await openPage(watcher.person, traceId));
  if (secret !== null && watcher.canFollow("key") && open.every(({ by }) => by !== "key"))
    opened.push(await openRest(secret, traceId));
  for (const { shown } of opened)
    expect(await within(ALIVE_MS, () => shown.length > 0)).toBeLessThan(ALIVE_MS);
  return opened;
}

it("shows no entry committed more than 2 s after a right ended, after any sequence of changes", async () => {
  const sequences = fc.array(fc.constantFrom(...CHANGES), { minLength: 1, maxLength: 7 });
  const { streams } = world.runtime;
  const silent = createStreamGate(withoutNotices(world.runtime.stores.streamRights));
  await fc.assert(
    fc.asyncProperty(sequences, fc.boolean(), async (changes, hasNotices) => {
      Object.assign(world.runtime, { streams: hasNotices ? streams : silent });
      const writing = await startWriting();
      const watcher = await newWatcher(writing);
      let open: readonly Opened[] = [];
      try {
        open = await openAllowed(watcher, writing.traceId, []);
        for (const change of changes) {
          await watcher.change(change);
          const at = Date.now();
          const lost = open.filter(({ by }) => !watcher.canFollow(by));
          open = open.filter(({ by }) => watcher.canFollow(by));
          await expectEnded(lost, writing.committedAt, { change, at });
          await expectAlive(open, change);
          expect(await watcher.openLink(), change).toBe(watcher.isLinkAlive() ? "shared" : "nothing");
          open = [...open, ...(await openAllowed(watcher, writing.traceId, open))];
        }
      } finally {
        await writing.stop();
        for (const stream of open) await stream.close();
        Object.assign(world.runtime, { streams });
      }
    }),
    // A smaller failing case would take a minute for each attempt to find it, until the limit of the test hides the failure.
    { numRuns: process.env["GOALTRACE_SOAK"] === "1" ? 60 : 6, endOnFailure: true },
  );
});
