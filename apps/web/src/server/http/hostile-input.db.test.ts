import { readFile } from "node:fs/promises";
import path from "node:path";
import { openRuntime, readFileRules } from "@goaltrace/host";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { handleTrpc } from "../api/handle-trpc.ts";
import { composeRuntime } from "../runtime.ts";
import { hideConversation, getTrace, listConversations, startRunByKey } from "../rest/endpoints.ts";
import type { Endpoint } from "../rest/endpoint.ts";
import { handleRest } from "../rest/handle-rest.ts";
import { authEndpoints } from "../testing/auth-endpoints.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { exportTrace } from "./export-trace.ts";
import { exportTraces } from "./export-traces.ts";
import { handleAuth } from "./handle-auth.ts";

const url = process.env["DATABASE_URL"] ?? "";
/** Nothing listens here. */
const ABSENT_DATABASE = "postgresql://nobody:hidden@127.0.0.1:1/none";
const NUL = "a\0b";
const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** A runtime over another database with the secret of `home`. */
async function openOther(databaseUrl: string, home: string): Promise<AccessWorld["runtime"]> {
  const log = (): void => undefined;
  const host = await openRuntime(
    { databaseUrl, home, secret: null },
    {
      ...{ logger: { info: log, warn: log, error: log }, secretVariables: {}, modelVariables: {} },
      forbiddenFolders: [home],
      files: readFileRules({}, null),
    },
  );
  return composeRuntime(host, { home, publicUrl: null, metricsToken: null, sessionDays: 30 });
}

let world: AccessWorld;
let session = new Headers();
beforeAll(async () => {
  world = await createAccessWorld(url, { withModel: true, forRoutes: true });
  session = await world.signIn(world.person("member"));
});
afterAll(async () => world.close());

const trpc = async (
  procedure: string,
  options: { readonly body?: string; readonly input?: string },
): Promise<Response> => {
  const address = new URL(`${ORIGIN}/api/trpc/${procedure}`);
  if (options.input !== undefined) address.searchParams.set("input", options.input);
  const headers = new Headers(session);
  headers.set("content-type", "application/json");
  const method = options.body === undefined ? "GET" : "POST";
  return handleTrpc(new Request(address, { method, headers, body: options.body }));
};
const rest = async (
  endpoint: Endpoint,
  { search = "", id = "", body }: { readonly search?: string; readonly id?: string; readonly body?: string },
): Promise<Response> => {
  const key = await world.makeKey("member", ["read", "run"]);
  const headers = { authorization: `Bearer ${key}` };
  const request = new Request(`${ORIGIN}/x${search}`, {
    method: endpoint.method.toUpperCase(),
    headers,
    body,
  });
  return handleRest(endpoint, request, { runtime: world.runtime, params: { id } });
};
const form = async (ids: string): Promise<Response> => {
  const body = new FormData();
  body.set("ids", ids);
  return exportTraces(new Request(`${ORIGIN}/x`, { method: "POST", headers: session, body }), {
    workspace: world.slugs.ours,
  });
};
const signIn = async (body: string): Promise<Response> => {
  const headers = { "content-type": "application/json", host: "localhost:3000", origin: ORIGIN };
  return handleAuth(new Request(`${ORIGIN}/api/auth/sign-in/email`, { method: "POST", headers, body }));
};
const json = (value: unknown): string => JSON.stringify({ json: value });
const inOurs = (fields: object): object => ({ workspace: world.slugs.ours, ...fields });

describe("input that cannot be read or stored", () => {
  it.each<[string, () => Promise<Response>]>([
    ["a NUL in a message", async () => trpc("runs.start", { body: json(inOurs({ text: NUL })) })],
    ["a NUL in an id", async () => trpc("traces.get", { input: json(inOurs({ id: NUL })) })],
    ["a NUL in a name", async () => trpc("account.update", { body: json({ name: NUL }) })],
    ["a deeply nested input", async () => trpc("traces.get", { input: `{"json":${deep(5_000)}}` })],
    ["a deeply nested body", async () => trpc("runs.start", { body: `{"json":${deep(100_000)}}` })],
    ["a body with too many values", async () => trpc("runs.start", { body: `[${"1,".repeat(200_000)}1]` })],
    ["a broken escape", async () => trpc("runs.start", { body: String.raw`{"json":{"text":"\x"}}` })],
    [
      "an input that cannot be decoded",
      async () => trpc("runs.start", { body: '{"json":{"a":1},"meta":{"values":{"a":["custom","x"]}}}' }),
    ],
    [
      "a NUL in the text of a REST run",
      async () => rest(startRunByKey, { body: JSON.stringify({ text: NUL }) }),
    ],
    [
      "a deeply nested context",
      async () => rest(startRunByKey, { body: `{"text":"a","context":{"a":${deep(3_500)}}}` }),
    ],
    [
      "a REST body with a broken escape",
      async () => rest(startRunByKey, { body: String.raw`{"text":"\u12"}` }),
    ],
    ["a NUL in a path", async () => rest(getTrace, { id: NUL })],
    ["a NUL in a query", async () => rest(hideConversation, { search: "?id=a%00b" })],
    ["a NUL in a cursor", async () => rest(listConversations, { search: "?cursor=%00" })],
    ["a NUL in a form", async () => form(NUL)],
    [
      "a broken escape in an address",
      async () =>
        exportTrace(new Request(`${ORIGIN}/x`, { headers: session }), { workspace: "%zz", id: "a" }),
    ],
    ["a NUL in a signing-in address", async () => signIn(JSON.stringify({ email: NUL, password: "x" }))],
    ["a deeply nested sign-in", async () => signIn(`{"email":${deep(5_000)}}`)],
  ])("is the caller's error: %s", async (_, send) => {
    const logged = world.logged.length;
    const response = await send();
    const text = await response.text();
    expect([400, 404], text).toContain(response.status);
    expect(text).not.toContain("INTERNAL");
    expect(world.logged.slice(logged)).toEqual([]);
  });

  it("leaves no trace of a run that could not be stored", async () => {
    const { items } = await world.caller("member").conversations.list({ workspace: world.slugs.ours });
    expect(items).toEqual([]);
  });
});

it("has no endpoints for accounts and sessions other than those of the pages", async () => {
  const written: string[] = [];
  const errors = vi
    .spyOn(console, "error")
    .mockImplementation((...texts) => void written.push(texts.join(" ")));
  const headers = { "content-type": "application/json", host: "localhost:3000", origin: ORIGIN };
  for (const { path: address, method } of authEndpoints()) {
    if (["/sign-in/email", "/sign-out", "/get-session"].includes(address)) continue;
    const body = method === "GET" ? null : "{}";
    const url = `${ORIGIN}/api/auth${address.replace(/:\w+/, "google")}?state=forged%0Aline&error=forged`;
    expect((await handleAuth(new Request(url, { method, headers, body }))).status, address).toBe(404);
  }
  errors.mockRestore();
  expect(written).toEqual([]);
});

describe("a server whose database is away", () => {
  let away: AccessWorld["runtime"];
  beforeAll(async () => {
    away = await openOther(ABSENT_DATABASE, world.runtime.home);
    globalThis.goaltraceRuntime = Promise.resolve(away);
  });
  afterAll(() => {
    globalThis.goaltraceRuntime = Promise.resolve(world.runtime);
  });

  it("answers a signed-in page in a format that it can read", async () => {
    for (const response of [
      await trpc("traces.get", { input: json(inOurs({ id: "t" })) }),
      await trpc("account.update", { body: json({ name: "Ada" }) }),
    ]) {
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        error: { json: { data: { httpStatus: 503, failure: { code: "DATABASE_UNAVAILABLE" } } } },
      });
    }
  });

  it("names neither the database nor its variables to strangers", async () => {
    const response = await signIn(JSON.stringify({ email: "ada@example.org", password: "x".repeat(12) }));
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(text).toContain("DATABASE_UNAVAILABLE");
    expect(text).not.toMatch(/PostgreSQL|DATABASE_URL|127\.0\.0\.1|hidden/);
    const state = await trpc("setup.state", {});
    expect(state.status).toBe(503);
    expect(await state.text()).not.toMatch(/PostgreSQL|DATABASE_URL/);
  });
});

it("masks the server's own secret although no variable holds it", async () => {
  const secret = (await readFile(path.join(world.runtime.home, "secret.key"), "utf8")).trim();
  const redactor = await world.runtime.getRedactor(world.slugs.ours);
  expect(redactor.redact(`secret.key: ${secret}`)).not.toContain(secret);
});
