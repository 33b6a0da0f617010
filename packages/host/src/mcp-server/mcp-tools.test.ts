import { GoaltraceError } from "@goaltrace/core";
import { toFailure } from "@goaltrace/core/errors";
import { createInMemoryStores } from "@goaltrace/core/in-memory";
import { buildLog, buildTrace, storeEventfulRun } from "@goaltrace/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { callTool } from "./call-tool.ts";
import { traceOf } from "./create-mcp-server.ts";
import { defineMcpTool, type McpContext, type McpRight, READS } from "./mcp-tool.ts";
import { textPage } from "./text-page.ts";
import { MCP_TOOLS } from "./tools.ts";
import { LOG_PAGE_CHARACTERS, MAX_RESULT_CHARACTERS, PAGED_TEXT, TEXT_PAGE } from "./tunables.ts";

const scope = { workspaceId: "workspace", personId: "person" };

type Stores = ReturnType<typeof createInMemoryStores>;

/** The tools over logs in memory. Those of these tests use no other service. */
function open(stores: Stores, rights: readonly McpRight[] = ["read"], callingTrace: string | null = null) {
  const services = { stores } as unknown as McpContext["services"];
  const { signal } = new AbortController();
  const context = { services, scope, keyId: null, rights: new Set(rights), callingTrace, signal, toFailure };
  return async (name: string, given: object, tools = MCP_TOOLS) =>
    await callTool(tools, { name, arguments: given }, context);
}

async function openEventfulRun() {
  const stores = createInMemoryStores();
  await storeEventfulRun(stores);
  const call = open(stores);
  const read = async (name: string, given: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await call(name, given);
    if (answer.kind === "result") return answer.value;
    throw new Error(`${name}: ${answer.failure.message}`);
  };
  return { call, read };
}

/** Stores a run whose messages have these texts. */
async function openLog(texts: readonly string[]) {
  const stores = createInMemoryStores();
  const log = buildLog({ traceId: "long" });
  for (const text of texts) log.user(text);
  await stores.traces.create(scope, buildTrace({ id: "long", ...scope }, log.entries), log.entries, []);
  return open(stores);
}

const PAGE = z.object({
  entries: z.array(z.object({ sequence: z.number(), text: z.string(), truncated: z.boolean() })),
  nextAfter: z.number().nullable(),
});

/** All pages of a log, in order. */
async function readPages(call: Awaited<ReturnType<typeof openLog>>, limit: number) {
  const pages: z.output<typeof PAGE>[] = [];
  for (let after: number | null = 0; after !== null;) {
    const answer = await call("read_log", { traceId: "long", after, limit });
    if (answer.kind === "failure") throw new Error(answer.failure.message);
    const page = PAGE.parse(answer.value);
    pages.push(page);
    after = page.nextAfter;
  }
  return pages;
}

describe("reading a run over MCP", () => {
  it("shows the plan with its numbers, and leads from a goal to its messages", async () => {
    const { read } = await openEventfulRun();
    const { goals } = await read("read_trace", { traceId: "second" });
    const [root, first] = z.array(z.object({ id: z.string(), number: z.string().nullable() })).parse(goals);
    expect([root, first?.number]).toEqual([expect.objectContaining({ id: "root", number: null }), "1"]);
    const goal = await read("read_goal", { traceId: "second", goal: "1", limit: 100 });
    expect(goal).toMatchObject({ goal: { id: first?.id, number: "1" } });
    const entries = z
      .array(z.object({ goalId: z.string() }))
      .min(1)
      .parse(goal["entries"]);
    expect(new Set(entries.map(({ goalId }) => goalId))).toEqual(new Set([first?.id]));
    // The messages of the task itself lie before and after those of its goals.
    const task = await read("read_goal", { traceId: "second", goal: "root", limit: 100 });
    const own = z
      .array(z.object({ goalId: z.string() }))
      .min(2)
      .parse(task["entries"]);
    expect(new Set(own.map(({ goalId }) => goalId))).toEqual(new Set(["root"]));
  });

  it("ends a page before it becomes too long for a client", async () => {
    const pages = await readPages(
      await openLog(Array.from({ length: 40 }, () => "x".repeat(PAGED_TEXT))),
      100,
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const { entries } of pages) expect(entries.length * PAGED_TEXT).toBeLessThan(LOG_PAGE_CHARACTERS);
  });

  it("leads from an answer to its model call and the exact request", async () => {
    const { read } = await openEventfulRun();
    const { entries } = await read("read_log", { traceId: "second", limit: 100, events: true });
    const listed = z.array(z.object({ sequence: z.number(), type: z.string().nullable() })).parse(entries);
    const sequence = listed.find(({ type }) => type === "call.started")?.sequence ?? 0;
    const call = await read("read_model_call", { traceId: "second", sequence });
    expect(call).toMatchObject({ startedSequence: sequence, purpose: expect.any(String) as unknown });
    const request = await read("read_model_request", { traceId: "second", sequence });
    expect(JSON.parse(String(request["text"]))).toMatchObject({ messages: expect.any(Array) as unknown });
  });

  it("lists events only when asked", async () => {
    const { read } = await openEventfulRun();
    const kinds = async (events: boolean): Promise<ReadonlySet<string>> => {
      const { entries } = await read("read_log", { traceId: "first", limit: 100, events });
      return new Set(
        z
          .array(z.object({ kind: z.string() }))
          .parse(entries)
          .map(({ kind }) => kind),
      );
    };
    expect((await kinds(false)).has("event")).toBe(false);
    expect((await kinds(true)).has("event")).toBe(true);
  });

  it("lists the goals of a trace that lacks the requested one", async () => {
    const { call } = await openEventfulRun();
    expect(await call("read_goal", { traceId: "second", goal: "99" })).toMatchObject({
      failure: { code: "NOT_FOUND", fix: expect.stringContaining("`root` or one of: 1") as unknown },
    });
  });

  it("gives each message exactly once over all pages, none too long", async () => {
    const texts = fc.array(fc.integer({ min: 1, max: 3 * PAGED_TEXT }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 50 }), async (lengths, limit) => {
        const pages = await readPages(await openLog(lengths.map((length) => "x".repeat(length))), limit);
        const sequences = pages.flatMap(({ entries }) => entries.map(({ sequence }) => sequence));
        expect(sequences).toEqual(lengths.map((_, index) => index + 1));
        for (const { entries } of pages) {
          expect(entries.length).toBeLessThanOrEqual(limit);
          expect(JSON.stringify(entries).length).toBeLessThan(LOG_PAGE_CHARACTERS + 3 * PAGED_TEXT);
        }
        const cut = pages.flatMap(({ entries }) => entries.map(({ truncated }) => truncated));
        expect(cut).toEqual(lengths.map((length) => length > PAGED_TEXT));
      }),
      { numRuns: 25 },
    );
  });

  it("joins the pages of a text to the text, and never splits a character", () => {
    const piece = fc.constantFrom("x".repeat(TEXT_PAGE - 1), "x", "🪿", "鹅");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const whole = pieces.join("");
        let joined = "";
        for (let offset: number | null = 0; offset !== null;) {
          const page = textPage(whole, offset);
          expect(/[\ud800-\udbff]$/.test(page.text)).toBe(false);
          joined += page.text;
          offset = page.nextOffset;
        }
        expect(joined).toBe(whole);
      }),
    );
  });
});

describe("calling a tool over MCP", () => {
  it("suggests the nearest name, the missing right, and the field that is wrong", async () => {
    const { call } = await openEventfulRun();
    expect(await call("read_traces", {})).toMatchObject({ failure: { fix: "Did you mean read_trace?" } });
    expect(await call("start_run", { text: "x" })).toMatchObject({
      failure: { code: "NOT_ALLOWED", fix: expect.stringContaining("run scope") as unknown },
    });
    expect(await call("read_log", { traceId: "second", limit: 1_000 })).toMatchObject({
      failure: { code: "INVALID_INPUT", message: expect.stringContaining("limit") as unknown },
    });
    expect(await call("read_log", { traceId: "second", limmit: 5 })).toMatchObject({
      failure: { code: "INVALID_INPUT", message: expect.stringContaining("limmit") as unknown },
    });
    expect(await call("read_trace", { traceId: "unknown" })).toMatchObject({
      failure: { code: "NOT_FOUND" },
    });
  });

  it("refuses a result that is too long, and passes on the remedy of an error", async () => {
    const huge = defineMcpTool({
      ...{ name: "huge", title: "Huge", description: "Huge", right: "read", annotations: READS, input: {} },
      output: { text: z.string() },
      handle: async () => ({ text: "x".repeat(MAX_RESULT_CHARACTERS) }),
    });
    const broken = defineMcpTool({
      ...{
        name: "broken",
        title: "Broken",
        description: "Broken",
        right: "read",
        annotations: READS,
        input: {},
      },
      output: {},
      handle: async () => {
        throw new GoaltraceError({ code: "CONFLICT", message: "It is closed.", fix: "Open it." });
      },
    });
    const call = open(createInMemoryStores());
    expect(await call("huge", {}, [huge])).toMatchObject({ failure: { code: "LIMIT_REACHED" } });
    expect(await call("broken", {}, [broken])).toEqual({
      kind: "failure",
      failure: { code: "CONFLICT", message: "It is closed.", fix: "Open it." },
    });
  });

  it("describes every argument, and states for each tool whether it is read-only", () => {
    for (const { name, input, right, annotations } of MCP_TOOLS) {
      expect(annotations.readOnlyHint, name).toBe(right === "read");
      const { properties = {} } = z.toJSONSchema(input, { io: "input" });
      for (const [field, schema] of Object.entries(properties))
        expect(schema, `${name}.${field}`).toMatchObject({ description: expect.any(String) as unknown });
    }
  });
});

describe("decisions over MCP", () => {
  const id = "0a0a0a0a-1111-4222-8333-444455556666";
  const approve = { traceId: id, requestId: "r" };

  it("need a right of their own", async () => {
    const answer = await open(createInMemoryStores(), ["read", "run"])("approve_call", approve);
    expect(answer).toMatchObject({ kind: "failure", failure: { code: "NOT_ALLOWED" } });
  });

  it("are refused to a run of the workspace, whatever its key permits", async () => {
    const stores = createInMemoryStores();
    const { entries } = buildLog({ traceId: id });
    await stores.traces.create(scope, buildTrace({ id, ...scope }, entries), entries, []);
    const calling = traceOf(`00-${id.replaceAll("-", "")}-0123456789abcdef-01`);
    expect(calling).toBe(id);
    const answer = await open(stores, ["read", "run", "decide"], calling)("approve_call", approve);
    expect(answer).toMatchObject({
      failure: { code: "NOT_ALLOWED", message: expect.stringContaining("called by a run") as unknown },
    });
  });
});
