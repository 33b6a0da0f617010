import { EMPTY_LOG, foldUpdate } from "../../apps/web/src/features/chat/chat-log.ts";
import { handleRest } from "../../apps/web/src/server/rest/handle-rest.ts";
import { ENDPOINTS } from "../../apps/web/src/server/rest/endpoints.ts";
import { openShare } from "../../apps/web/src/server/sharing/open-share.ts";
import { type AccessWorld, ORIGIN } from "../../apps/web/src/server/testing/access-world.ts";
import type { Entry } from "@goaltrace/core/log";
import type { Manifest } from "./fixture.ts";

const DAY_MS = 86_400_000;
/** A period that covers the whole fixture. */
const ALL_TIME = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 11, 1) };
const ENTRY_PAGE = 1_000;
type Caller = ReturnType<AccessWorld["caller"]>;
type Question = readonly [name: string, ask: () => Promise<unknown>];

/** Creates a caller for one of the fixture's people. */
export function createCaller(world: AccessWorld, manifest: Manifest, who: keyof Manifest["people"]): Caller {
  return world.caller(null, { person: manifest.people[who] });
}

/** Runs every query of pages, programs and public links on stored rows and returns the answers as JSON. */
export async function askEverything(
  world: AccessWorld,
  manifest: Manifest,
): Promise<Readonly<Record<string, unknown>>> {
  const queryGroups = [
    ...manifest.traces.map((trace) => traceQueries(world, manifest, trace)),
    workspaceQueries(world, manifest),
  ];
  const answers: (readonly [string, unknown])[] = [];
  for (const questions of queryGroups)
    answers.push(
      ...(await Promise.all(questions.map(async ([name, ask]) => [name, toJson(await ask())] as const))),
    );
  return Object.fromEntries(answers);
}

function toJson(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer));
}

/** Reads the whole log of a trace, including the part it continues. */
export async function readEntries(caller: Caller, workspace: string, id: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const after = entries.at(-1)?.sequence ?? 0;
    const page = await caller.traces.entries({ workspace, id, after, limit: ENTRY_PAGE });
    entries.push(...page);
    if (page.length < ENTRY_PAGE) return entries;
  }
}

function traceQueries(
  world: AccessWorld,
  manifest: Manifest,
  { id, seenBy }: Manifest["traces"][number],
): readonly Question[] {
  const { workspace } = manifest;
  const caller = createCaller(world, manifest, seenBy);
  const named = (name: string, ask: () => Promise<unknown>): Question => [`${name} of ${id}`, ask];
  const trace = { workspace, id };
  const log = once(async () => readEntries(caller, workspace, id));
  const rest = manifest.people[seenBy].id === manifest.people.owner.id;
  return [
    named("header", async () => caller.traces.get(trace)),
    named("outline", async () => caller.traces.skeleton(trace)),
    named("overview", async () => caller.traceInspect.overview(trace)),
    named("file changes", async () => caller.traces.fileChanges(trace)),
    named("search", async () => caller.traces.searchIn({ ...trace, text: "the" })),
    named("annotations", async () => caller.annotations.list({ workspace, traceId: id })),
    named("chat", async () => foldChat(await log())),
    named("compactions", async () => readCompactions(caller, trace, await log())),
    named("last model call", async () => readLastCall(caller, trace, await log())),
    ...(rest
      ? [
          named("REST trace", async () => queryRest(world, manifest, `/api/traces/${id}`)),
          named("REST graph", async () => queryRest(world, manifest, `/api/traces/${id}/dag`)),
        ]
      : []),
  ];
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return async () => (reading ??= read());
}

function foldChat(entries: readonly Entry[]): unknown {
  const { turns, lastSequence } = entries.reduce(
    (log, entry) => foldUpdate(log, { kind: "entry", entry }),
    EMPTY_LOG,
  );
  return {
    lastSequence,
    turns: turns.map(({ goals, ...turn }) => ({
      ...turn,
      goals: { focusId: goals.focusId, all: [...goals.goals.values()], children: [...goals.children] },
    })),
  };
}

async function readCompactions(
  caller: Caller,
  trace: { readonly workspace: string; readonly id: string },
  entries: readonly Entry[],
): Promise<readonly unknown[]> {
  const finished = entries.filter((entry) => entry.kind === "event" && entry.type === "compaction.finished");
  return Promise.all(
    finished.map(async ({ sequence }) => caller.traceInspect.compaction({ ...trace, sequence })),
  );
}

/** Reads the call of the last answer and the content of its request. */
async function readLastCall(
  caller: Caller,
  trace: { readonly workspace: string; readonly id: string },
  entries: readonly Entry[],
): Promise<unknown> {
  const last = entries.findLast((entry) => entry.kind === "event" && entry.type === "call.started");
  if (last === undefined || !entries.some((entry) => entry.kind === "event" && entry.type === "context.set"))
    return null;
  const at = { ...trace, sequence: last.sequence };
  return {
    call: await caller.traceInspect.modelCall(at),
    parts: await caller.traceInspect.contextParts(at),
  };
}

function workspaceQueries(world: AccessWorld, manifest: Manifest): readonly Question[] {
  const { workspace } = manifest;
  const people = ["owner", "admin", "member", "viewer"] as const;
  const owner = createCaller(world, manifest, "owner");
  const query = { created: ALL_TIME };
  const each = (name: string, ask: (caller: Caller) => Promise<unknown>): readonly Question[] =>
    people.map((who) => [`${name} for ${who}`, async () => ask(createCaller(world, manifest, who))]);
  return [
    ...each("trace list", async ({ traces }) => traces.list({ workspace, query })),
    ...each("failed runs", async ({ traces }) =>
      traces.list({ workspace, query: { statuses: ["failed", "cancelled", "interrupted"] } }),
    ),
    ...each("found runs", async ({ traces }) => traces.list({ workspace, query: { text: "total" } })),
    ...each("facets", async ({ traces }) => traces.facets({ workspace })),
    ...each("figures", async ({ traces }) => traces.figures({ workspace, query })),
    ...each("conversations", async ({ conversations }) => conversations.list({ workspace, text: "" })),
    ...each("views", async ({ views }) => views.list({ workspace })),
    ...each("mentions", async ({ mentions }) => mentions.list({ workspace })),
    ...each("keys", async (caller) => listKeys(caller, workspace)),
    ...(["agent", "model", "person", "tag"] as const).map((by): Question => [
      `usage by ${by}`,
      async () => owner.usage.get({ workspace, ...ALL_TIME, timeZone: "Asia/Shanghai", by }),
    ]),
    [
      "usage of a day",
      async () =>
        owner.usage.get({
          workspace,
          from: ALL_TIME.from + 40 * DAY_MS,
          to: ALL_TIME.from + 60 * DAY_MS,
          timeZone: "UTC",
          by: "agent",
        }),
    ],
    ["models", async () => owner.models.list({ workspace })],
    ["folders", async () => owner.folders.list({ workspace })],
    ["invitations", async () => owner.invitations.list({ workspace })],
    ["members", async () => listMembers(owner, workspace)],
    ["audit log", async () => listAudit(owner, workspace)],
    ["REST conversations", async () => queryRest(world, manifest, "/api/conversations?limit=100")],
    ...manifest.shareTokens.map((token, index): Question => [
      `share ${index + 1}`,
      async () => openShare(world.runtime, token, `fixture ${index}`),
    ]),
  ];
}

/** Sends a REST request with the stored key, which proves that the key is still valid. */
async function queryRest(world: AccessWorld, manifest: Manifest, address: string): Promise<unknown> {
  const { pathname } = new URL(address, ORIGIN);
  const endpoint = ENDPOINTS.find(
    (candidate) =>
      candidate.method === "get" &&
      addressPattern(candidate.address).test(pathname) &&
      !candidate.address.endsWith("/events"),
  );
  if (endpoint === undefined) throw new Error(`No endpoint for ${address}.`);
  const request = new Request(`${ORIGIN}${address}`, {
    headers: { authorization: `Bearer ${manifest.apiKey}` },
  });
  const id = addressPattern(endpoint.address).exec(pathname)?.[1];
  const answer = await handleRest(endpoint, request, {
    runtime: world.runtime,
    params: id === undefined ? {} : { id },
  });
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

function addressPattern(address: string): RegExp {
  return new RegExp(`^${address.replace("{id}", "([^/]+)")}$`);
}

/** Omits last-used and last-seen times, which depend on the test run. */
async function listKeys(caller: Caller, workspace: string): Promise<unknown> {
  const { items, scopes } = await caller.keys.list({ workspace });
  return { items: items.map(({ lastUsedAt: _, ...key }) => key), scopes };
}

async function listMembers(caller: Caller, workspace: string): Promise<unknown> {
  const { items, ...rest } = await caller.members.list({ workspace });
  return { items: items.map(({ lastSeenAt: _, ...member }) => member), ...rest };
}

/** Omits entries created by reading the fixture. */
async function listAudit(caller: Caller, workspace: string): Promise<unknown> {
  const entries: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Caller["audit"]["list"]>> = await caller.audit.list({ workspace, cursor });
    entries.push(...page.items.filter(({ action }) => action !== "trace.exported"));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return entries;
}
