import { createHash, randomUUID } from "node:crypto";
import type { Entry, Trace } from "@goaltrace/core/log";
import { exportLines, readExport } from "@goaltrace/core/reading";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld, Persona } from "../testing/access-world.ts";
import { exportTraces } from "./export-traces.ts";
import { importTraces } from "./import-traces.ts";

const SECRET = "marzipan-quokka";
const BYTES = Buffer.from([137, 80, 78, 71, 0, 255, 10, 13, 26]);
const IMAGE = {
  sha256: createHash("sha256").update(BYTES).digest("hex"),
  ...{ mediaType: "image/png", encoding: "base64" as const, text: BYTES.toString("base64") },
};
const LONG_TEXT = `${SECRET} `.repeat(400);
const PRIVATE_TEXT = "the private plan";
const PRIVATE = {
  sha256: createHash("sha256").update(PRIVATE_TEXT).digest("hex"),
  ...{ mediaType: "text/plain", encoding: "utf8" as const, text: PRIVATE_TEXT },
};
const OUTPUT = {
  sha256: createHash("sha256").update(LONG_TEXT).digest("hex"),
  ...{ mediaType: "text/plain", encoding: "utf8" as const, text: LONG_TEXT },
};

describe("export and import of traces", () => {
  let world: AccessWorld;
  let traceId = "";
  let conversationId = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", {
      // One person fills the slots of the process.
      ...{ withModel: true, forRoutes: true, quotas: "person.transfers=4" },
    });
    ({ traceId, conversationId } = await world.startRun(`Bake ${SECRET}`));
  });
  afterAll(async () => world.close());

  /** Each person signs in once; more sign-ins would hit the rate limit. */
  const signedIn = new Map<Persona, Headers>();
  const sessionHeaders = async (who: Persona | null): Promise<Headers> => {
    if (who === null) return new Headers({ host: "localhost:3000" });
    const headers = signedIn.get(who) ?? (await world.signIn(world.person(who)));
    signedIn.set(who, headers);
    return new Headers(headers);
  };
  const exportAs = async (who: Persona | null, ids: readonly string[] = [traceId]): Promise<Response> => {
    const body = new FormData();
    body.set("ids", ids.join(","));
    const request = new Request(`${ORIGIN}/x`, { method: "POST", headers: await sessionHeaders(who), body });
    return exportTraces(request, { workspace: world.slugs.ours });
  };
  const importAs = async (who: Persona | null, text: string, headers?: Headers): Promise<Response> => {
    const sent = headers ?? (await sessionHeaders(who));
    const request = new Request(`${ORIGIN}/x`, { method: "POST", headers: sent, body: text });
    return importTraces(request, { workspace: world.slugs.ours });
  };
  const containing = (text: string): unknown => expect.stringContaining(text);
  const readJson = async (response: Response): Promise<unknown> => response.json();

  /** The export of a run with an image and a long output, both stored as blobs. */
  const createExport = (): {
    readonly id: string;
    readonly text: string;
    readonly entries: readonly Entry[];
  } => {
    const id = randomUUID();
    const base = (
      sequence: number,
    ): Pick<Entry, "id" | "traceId" | "sequence" | "version" | "at" | "goalId"> => ({
      ...{ id: `${id}-${sequence}`, traceId: id, sequence, version: 1 },
      ...{ at: 1_700_000_000_000 + sequence, goalId: "root" },
    });
    const entries: Entry[] = [
      {
        ...base(1),
        ...{ kind: "message", role: "user", author: "person", description: "Look", tokens: 3 },
        parts: [
          { type: "text", text: `What is this ${SECRET}?` },
          { type: "image", blob: IMAGE.sha256, mediaType: "image/png" },
          { type: "file", blob: OUTPUT.sha256, mediaType: "text/plain", name: "notes.txt" },
        ],
      },
      {
        ...base(2),
        ...{
          kind: "message",
          role: "tool",
          toolCallId: "c",
          toolName: "read_file",
          outcome: "ok",
          title: "Read",
        },
        ...{
          output: "the beginning",
          durationMs: 3,
          description: "read",
          tokens: 4,
        },
      },
      {
        ...base(3),
        ...{ kind: "event", type: "trace.finished" },
        data: { status: "completed", failure: null, summary: "Done." },
      },
    ];
    const totals = { messages: 2, modelCalls: 0, toolCalls: 1, errors: 0, inputTokens: 0, outputTokens: 0 };
    const trace: Trace = {
      ...{ id, workspaceId: "theirs", personId: "someone", conversationId: null, rootId: id, parentId: null },
      ...{
        spawnedBy: null,
        origin: null,
        mode: "agent",
        models: ["a/b"],
        task: "Look",
        context: {},
        tags: [],
      },
      agent: {
        ...{ name: "general", instructions: "", strategy: "react", tools: "all" },
        limits: { maxSteps: 10, maxTokens: null, maxDurationMs: null },
      },
      ...{
        projectFolder: null,
        createdAt: 1_700_000_000_000,
        status: "completed",
        waitingFor: null,
        phase: "idle",
      },
      ...{ currentGoalId: null, lastSequence: 3, lastMessage: "", summary: "Done.", failure: null },
      ...{ startedAt: null, endedAt: null },
      totals: { ...totals, cachedTokens: 0, reasoningTokens: 0, cost: 0, durationMs: 0 },
    };
    const lines = [...exportLines({ trace, blobs: [IMAGE, OUTPUT], entries })];
    return { id, text: `${lines.join("\n")}\n`, entries };
  };

  it("exports many traces according to session, workspace and conversation visibility", async () => {
    expect((await exportAs(null)).status).toBe(401);
    expect((await exportAs("other")).status).toBe(404);
    for (const who of ["owner", "admin", "viewer"] as const) {
      const response = await exportAs(who);
      expect(response.status, who).toBe(200);
      expect(await response.text(), who).toBe("");
    }
    expect(await (await exportAs("member")).text()).toContain(SECRET);
    const workspace = world.slugs.ours;
    const setVisibility = world.caller("member").conversations.setVisibility;
    await setVisibility({ workspace, id: conversationId, visibility: "shared" });
    for (const who of ["owner", "admin", "member", "viewer"] as const)
      expect(await (await exportAs(who)).text(), who).toContain(SECRET);
    expect((await exportAs("other")).status).toBe(404);
    await setVisibility({ workspace, id: conversationId, visibility: "private" });
  });

  it("allows imports by members, admins and owners only, and not from another site", async () => {
    expect((await importAs(null, createExport().text)).status).toBe(401);
    expect((await importAs("other", createExport().text)).status).toBe(404);
    expect((await importAs("viewer", createExport().text)).status).toBe(403);
    for (const who of ["member", "admin", "owner"] as const)
      expect((await importAs(who, createExport().text)).status, who).toBe(200);
    const foreign = await sessionHeaders("member");
    foreign.set("origin", "https://elsewhere.example");
    expect((await importAs("member", createExport().text, foreign)).status).toBe(403);
  });

  it("imports an exported trace unchanged, including its blobs", async () => {
    const file = createExport();
    expect(await readJson(await importAs("member", file.text))).toEqual({
      imported: [{ id: file.id, renamed: false }],
    });
    const exported = await (await exportAs("member", [file.id])).text();
    const again = readExport(exported.trimEnd().split("\n"));
    expect(again.entries).toEqual(file.entries);
    expect(again.blobs.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))).toEqual(
      [IMAGE, OUTPUT].toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)),
    );
    const [first] = await world.database.blobs.getMany(
      { workspaceId: world.slugs.ours, personId: world.person("member").id },
      [IMAGE.sha256],
    );
    expect(Buffer.from(first?.text ?? "", "base64")).toEqual(BYTES);
    const second = (await readJson(await importAs("member", exported))) as {
      readonly imported: readonly { readonly id: string; readonly renamed: boolean }[];
    };
    expect(second.imported).toMatchObject([{ renamed: true }]);
    const copy = readExport(
      (await (await exportAs("viewer", [second.imported[0]?.id ?? ""])).text()).trimEnd().split("\n"),
    );
    expect(copy.blobs.length).toBe(2);
    expect(copy.entries.map((entry) => ({ ...entry, traceId: file.id }))).toEqual(file.entries);
  });

  it("rejects an export that another site requests, and a body without a form", async () => {
    const body = new FormData();
    body.set("ids", traceId);
    const headers = await sessionHeaders("member");
    headers.set("origin", "https://elsewhere.example");
    const send = async (sent: Headers, content: FormData | string): Promise<Response> =>
      exportTraces(new Request(`${ORIGIN}/x`, { method: "POST", headers: sent, body: content }), {
        workspace: world.slugs.ours,
      });
    expect((await send(headers, body)).status).toBe(403);
    expect((await send(await sessionHeaders("member"), "ids")).status).toBe(400);
  });

  it("rejects an oversized list of ids and a file of empty lines", async () => {
    expect((await exportAs("member", ["x".repeat(1_100_000)])).status).toBe(400);
    expect((await importAs("member", `${createExport().text}${"\n".repeat(1_000_001)}`)).status).toBe(400);
  });

  it("gives an import no access to stored content that its file lacks and its importer cannot see", async () => {
    const readBlob = async (who: Persona): Promise<unknown> =>
      world.caller(who).traces.blob({ workspace: world.slugs.ours, sha256: PRIVATE.sha256, offset: 0 });
    const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
    const owned = await world.database.traces.get(scope, traceId);
    if (owned === undefined) throw new Error("The run is missing.");
    const named = (id: string): Entry => ({
      ...{ id: randomUUID(), traceId: id, sequence: 1, version: 1, at: 1_700_000_000_000, goalId: "root" },
      ...{ kind: "message", role: "user", author: "person", description: "Look", tokens: 3 },
      parts: [{ type: "file", blob: PRIVATE.sha256, mediaType: "text/plain", name: "plan.txt" }],
    });
    const id = randomUUID();
    const privateRun = {
      ...owned,
      id,
      rootId: id,
      conversationId,
      status: "completed",
      lastSequence: 1,
    } as const;
    await world.database.pool.query("update trace set status = 'completed' where id = $1", [traceId]);
    await world.database.traces.create(scope, privateRun, [named(id)], [PRIVATE]);
    expect(await readBlob("member")).toMatchObject({ text: PRIVATE.text });
    await expect(readBlob("admin")).rejects.toThrow("not stored");

    const file = createExport().text.replaceAll(IMAGE.sha256, PRIVATE.sha256);
    const withoutContent = file
      .split("\n")
      .filter((line) => !line.startsWith(`{"blob":{"sha256":"${PRIVATE.sha256}`));
    expect((await importAs("admin", withoutContent.join("\n"))).status).toBe(200);
    await expect(readBlob("admin")).rejects.toThrow("not stored");
    const [copy] = (await world.caller("admin").traces.list({ workspace: world.slugs.ours, query: {} }))
      .items;
    // Erasing an entry computes the links again.
    await world.database.traces.erase(
      { workspaceId: world.slugs.ours, personId: world.person("admin").id },
      copy?.id ?? "",
      3,
    );
    await expect(readBlob("admin")).rejects.toThrow("not stored");
    // A message may consist of a hash as well.
    await world.caller("admin").runs.start({ workspace: world.slugs.ours, text: PRIVATE.sha256 });
    await expect(readBlob("admin")).rejects.toThrow("not stored");
    // The owner's import of the same file keeps its content, which the owner can see.
    const imported = (await readJson(await importAs("member", withoutContent.join("\n")))) as {
      readonly imported: readonly { readonly id: string }[];
    };
    expect(
      await (
        await exportAs(
          "member",
          imported.imported.map((each) => each.id),
        )
      ).text(),
    ).toContain(PRIVATE.text);
  });

  it("rejects a header with a large context before reading its values", async () => {
    const names = (count: number): string => {
      const context = Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
      return createExport().text.replace('"context":{}', `"context":${JSON.stringify(context)}`);
    };
    const many = await importAs("member", names(300_000));
    expect(await readJson(many)).toMatchObject({ error: { message: containing("more than 20000 values") } });
    const large = await importAs("member", names(2_000));
    expect(await readJson(large)).toMatchObject({ error: { message: containing("context is larger") } });
    const deep = createExport().text.replace(
      '"context":{}',
      `"context":{"a":${"[".repeat(50)}${"]".repeat(50)}}`,
    );
    expect(await readJson(await importAs("member", deep))).toMatchObject({
      error: { message: containing("nested deeper") },
    });
  });

  it("limits the concurrent imports of a workspace, and accepts the next one when an import ends", async () => {
    const bodies = Array.from({ length: 2 }, () => new TransformStream<Uint8Array, Uint8Array>());
    const bytes = new TextEncoder();
    const responses = bodies.map(async ({ readable }) => {
      const sent = {
        method: "POST",
        headers: await sessionHeaders("member"),
        body: readable,
        duplex: "half",
      };
      return importTraces(new Request(`${ORIGIN}/x`, sent), { workspace: world.slugs.ours });
    });
    const writers = bodies.map(({ writable }) => writable.getWriter());
    // A completed write has been read by the import, which is therefore active.
    await Promise.all(writers.map(async (writer) => writer.write(bytes.encode(createExport().text))));
    expect((await importAs("member", createExport().text)).status).toBe(409);
    for (const writer of writers) await writer.close();
    for (const response of responses) expect((await response).status).toBe(200);
    expect((await importAs("member", createExport().text)).status).toBe(200);
  });

  it("reports the line with an error and imports nothing", async () => {
    const [good, bad] = [createExport(), createExport()];
    const lines = `${good.text}${bad.text}`.trimEnd().split("\n");
    const broken = [...lines.slice(0, -1), '{"entry":'].join("\n");
    const response = await importAs("member", broken);
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({
      error: { code: "INVALID_INPUT", message: containing(`ine ${lines.length}`) },
    });
    expect(await (await exportAs("member", [good.id, bad.id])).text()).toBe("");
    for (const text of ["", "hello", '{"a":1}'])
      expect((await importAs("member", text)).status, text).toBe(400);
    const forged = good.text.replace(IMAGE.text, Buffer.from("other").toString("base64"));
    expect(await readJson(await importAs("member", forged))).toMatchObject({
      error: { code: "INVALID_INPUT", message: containing(IMAGE.sha256.slice(0, 12)) },
    });
  });

  it("logs an internal error under the request id of the response", async () => {
    const { stores, logger } = world.runtime;
    const store = vi.spyOn(stores.traces, "create").mockRejectedValueOnce(new Error("disk full"));
    const log = vi.spyOn(logger, "error").mockReturnValueOnce(undefined);
    const response = await importAs("member", createExport().text);
    expect(response.status).toBe(500);
    const { error } = (await readJson(response)) as { readonly error: { readonly requestId: string } };
    expect(log).toHaveBeenCalledExactlyOnceWith("request failed", {
      place: "workspace route",
      requestId: error.requestId,
      message: "disk full",
      stack: containing("disk full"),
    });
    store.mockRestore();
    log.mockRestore();
  });
});
