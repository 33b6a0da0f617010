import { createHash, randomUUID } from "node:crypto";
import type { Entry, Trace } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { traceLines } from "@goaltrace/core/reading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseEntry } from "../rest/endpoints.ts";
import { handleRest } from "../rest/handle-rest.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld, Persona } from "../testing/access-world.ts";
import { findMarks } from "../testing/find-marks.ts";

describe("erasing a message", () => {
  let world: AccessWorld;
  let workspace = "";
  let scope: Scope;
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true, forRoutes: true });
    workspace = world.slugs.ours;
    scope = { workspaceId: workspace, personId: world.person("member").id };
  });
  afterAll(async () => world.close());

  const newMark = (): string => `quokka${randomUUID().replaceAll("-", "")}`;
  const claim = async (traceId: string): ReturnType<AccessWorld["database"]["traces"]["claim"]> =>
    world.database.traces.claim({ owner: "worker", leaseMs: 60_000, only: traceId });
  /** Ends the run as a worker does, with the start and the end of a run that repeat its task. */
  const finish = async (traceId: string, task: string, summary: string | null = null): Promise<Trace> => {
    const claimed = await claim(traceId);
    if (claimed === undefined) throw new Error("nothing to claim");
    const { trace, lease } = claimed;
    const base = (
      offset: number,
    ): Pick<Entry, "id" | "traceId" | "sequence" | "version" | "at" | "goalId"> => ({
      ...{ id: randomUUID(), traceId, sequence: trace.lastSequence + offset, version: 1 },
      ...{ at: 1_700_000_000_000, goalId: "root" },
    });
    const entries: readonly Entry[] = [
      {
        ...base(1),
        ...{ kind: "event", type: "trace.started" },
        data: { agent: trace.agent, models: [], task, origin: trace.origin, projectFolder: null },
      },
      {
        ...base(2),
        ...{ kind: "event", type: "trace.finished" },
        data: { status: "completed", failure: null, summary },
      },
    ];
    await world.database.traces.append({
      ...{ traceId, rootId: traceId, fence: lease.fence, entries, blobs: [] },
      projection: { ...trace, status: "completed", lastSequence: trace.lastSequence + 2 },
    });
    await world.database.traces.release(lease);
    return trace;
  };
  const logOf = async (id: string): Promise<string> => {
    const trace = await world.database.traces.get(scope, id);
    if (trace === undefined) throw new Error("missing trace");
    const lines: string[] = [];
    const { traces, blobs } = world.database;
    for await (const line of traceLines({ traces, blobs, scope }, trace)) lines.push(line);
    return lines.join("\n");
  };

  it("keeps its entry in every log and export, without its text", async () => {
    const mark = newMark();
    const member = world.caller("member");
    const first = await world.startRun(`Look for ${mark}`);
    await finish(first.traceId, `Look for ${mark}`);
    const retried = await member.runs.retry({ workspace, traceId: first.traceId });
    await finish(retried.traceId, `Look for ${mark}`);
    const next = await member.runs.start({ workspace, conversationId: first.conversationId, text: "Go on" });
    await finish(next.traceId, "Go on");
    expect(await findMarks(world.database, [mark])).toEqual([
      ...["conversation.title", "entry.body", "entry.skeleton", "message_search.words"],
      ...["trace.header", "trace.projection"],
    ]);
    expect(await member.traces.eraseMessage({ workspace, id: next.traceId, sequence: 1 })).toEqual({
      ...{ traceId: retried.traceId, sequence: 1 },
    });
    expect(await findMarks(world.database, [mark])).toEqual([]);
    const entry = await member.traces.entry({ workspace, id: next.traceId, sequence: 1 });
    expect(entry).toMatchObject({ sequence: 1, role: "user", parts: [{ type: "text", text: "[erased]" }] });
    const exported = await logOf(next.traceId);
    expect(exported).toContain('"text":"[erased]"');
    expect(exported).toContain("Go on");
    const { items } = await world.database.audit.list(workspace, { cursor: null, limit: 1 });
    expect(items).toMatchObject([{ action: "message.erased", target: `${retried.traceId}:1`, detail: {} }]);
    expect(await member.traces.eraseMessage({ workspace, id: next.traceId, sequence: 1 })).toMatchObject({
      sequence: 1,
    });
  });

  it("removes its text from the outlines of all logs that contain it, although people have read them", async () => {
    const mark = newMark();
    const member = world.caller("member");
    const first = await world.startRun(`Look for ${mark}`);
    await finish(first.traceId, `Look for ${mark}`);
    const next = await member.runs.start({ workspace, conversationId: first.conversationId, text: "Go on" });
    await finish(next.traceId, "Go on");
    const outlines = async (): Promise<readonly string[]> => {
      const read = await Promise.all(
        [first, next].map(({ traceId }) => member.traces.skeleton({ workspace, id: traceId })),
      );
      return read.map(({ packed }) => packed);
    };
    for (const packed of [...(await outlines()), ...(await outlines())]) expect(packed).toContain(mark);
    await member.traces.eraseMessage({ workspace, id: next.traceId, sequence: 1 });
    for (const packed of await outlines()) expect(packed).not.toContain(mark);
  });

  it("removes its text from the results of later turns that read or found it, even through another result", async () => {
    const [mark, kept] = [newMark(), newMark()];
    const member = world.caller("member");
    const first = await world.startRun(`Look for ${mark}`);
    await finish(first.traceId, `Look for ${mark}`);
    const next = await member.runs.start({ workspace, conversationId: first.conversationId, text: "Go on" });
    const claimed = await claim(next.traceId);
    if (claimed === undefined) throw new Error("nothing to claim");
    const { trace, lease } = claimed;
    const entries: Entry[] = [];
    const add = (entry: object): void => {
      const sequence = trace.lastSequence + entries.length + 1;
      const base = { id: randomUUID(), traceId: trace.id, sequence, version: 1, at: 1, goalId: "root" };
      entries.push({ ...base, ...entry } as Entry);
    };
    const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: false };
    const callAndResult = (id: string, name: string, [given, output]: readonly [object, string]): void => {
      add({
        ...{ kind: "message", role: "assistant", callId: `call-${id}`, text: "", reasoning: "", model: "m" },
        toolCalls: [{ id, name, arguments: JSON.stringify(given) }],
        ...{ finishReason: "tool_calls", usage, cost: 0, durationMs: 1, firstTokenMs: 1, description: name },
      });
      add({
        ...{ kind: "message", role: "tool", toolCallId: id, toolName: name, outcome: "ok", title: name },
        ...{ output, durationMs: 1, description: name, tokens: 1 },
      });
    };
    const hash = createHash("sha256").update(mark).digest("hex");
    callAndResult("read", "read_result", [{ id: "#1" }, `[characters] Look for ${mark}`]);
    callAndResult("found", "search_history", [
      { text: "Look" },
      `- id="#1" offset=0 (user): Look for ${mark}`,
    ]);
    callAndResult("again", "read_result", [{ id: "found" }, `- id= ${mark}`]);
    add({
      ...{ kind: "event", type: "result.spilled" },
      data: {
        toolCallId: "again",
        toolName: "read_result",
        blob: hash,
        characters: 9,
        shownCharacters: 1,
        tokens: 1,
      },
    });
    callAndResult("by-hash", "read_result", [{ id: hash.slice(0, 16) }, `whole ${mark}`]);
    callAndResult("other", "read_result", [{ id: "#4" }, kept]);
    const blob = { sha256: hash, mediaType: "text/plain", encoding: "utf8" as const, text: mark };
    await world.database.traces.append({
      ...{ traceId: trace.id, rootId: trace.id, fence: lease.fence, entries, blobs: [blob] },
      projection: { ...trace, status: "completed", lastSequence: trace.lastSequence + entries.length },
    });
    await world.database.traces.release(lease);
    await member.traces.eraseMessage({ workspace, id: next.traceId, sequence: 1 });
    expect(await findMarks(world.database, [mark])).toEqual([]);
    expect(await findMarks(world.database, [kept])).toContain("entry.body");
    expect(await findMarks(world.database, [hash])).toEqual([]);
  });

  it("deletes the contents of the message unless another run references them", async () => {
    const mark = newMark();
    const blob = {
      sha256: createHash("sha256").update(mark).digest("hex"),
      ...{ mediaType: "text/plain", encoding: "utf8" as const, text: mark },
    };
    const attach = async (): Promise<string> => {
      const { traceId } = await world.startRun("See the file");
      const copy = await world.database.traces.get(scope, traceId);
      if (copy === undefined) throw new Error("missing trace");
      const id = randomUUID();
      const message: Entry = {
        ...{ id: randomUUID(), traceId: id, sequence: 1, version: 1, at: 1, goalId: "root" },
        ...{ kind: "message", role: "user", author: "person", description: "See", tokens: 1 },
        parts: [{ type: "file", name: "notes.txt", mediaType: "text/plain", blob: blob.sha256 }],
      };
      const trace = { ...copy, id, rootId: id, conversationId: null, status: "completed" } as const;
      await world.database.traces.create(scope, trace, [message], [blob]);
      return id;
    };
    const [one, other] = [await attach(), await attach()];
    const member = world.caller("member");
    await member.traces.eraseMessage({ workspace, id: one, sequence: 1 });
    expect(await findMarks(world.database, [mark])).toEqual(["blob.text"]);
    expect((await member.traces.blob({ workspace, sha256: blob.sha256, offset: 0 })).text).toBe(mark);
    await member.traces.eraseMessage({ workspace, id: other, sequence: 1 });
    expect(await findMarks(world.database, [mark])).toEqual([]);
  });

  it("allows the author, the owner of the conversation, admins and owners, and rejects everyone else", async () => {
    const { traceId, conversationId } = await world.startRun("Bake");
    const colleague = await world.newPerson("member");
    const asColleague = world.caller(null, { person: colleague });
    const erase = { workspace, id: traceId, sequence: 1 };
    for (const who of ["owner", "admin", "other"] as const)
      await expect(world.caller(who).traces.eraseMessage(erase)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await world
      .caller("member")
      .conversations.setVisibility({ workspace, id: conversationId, visibility: "shared" });
    await expect(asColleague.traces.eraseMessage(erase)).rejects.toMatchObject({
      ...{ code: "FORBIDDEN", cause: { code: "NOT_ALLOWED" } },
    });
    await expect(world.caller("viewer").traces.eraseMessage(erase)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await logOf(traceId)).toContain("Bake");
    await finish(traceId, "Bake");
    const guest = await asColleague.runs.start({ workspace, conversationId, text: "Cool it" });
    await finish(guest.traceId, "Cool it");
    for (const [who, id, sequence] of [
      ["admin", traceId, 1],
      ["member", guest.traceId, 4],
    ] as const)
      expect(await world.caller(who).traces.eraseMessage({ workspace, id, sequence })).toEqual({
        ...{ traceId: id, sequence },
      });
    await asColleague.traces.eraseMessage({ workspace, id: guest.traceId, sequence: 4 });
    expect(await logOf(guest.traceId)).not.toMatch(/Bake|Cool it/);
  });

  it("rejects the request while a worker may send the message to a model", async () => {
    const { traceId } = await world.startRun("Bake");
    const claimed = await claim(traceId);
    const erase = { workspace, id: traceId, sequence: 1 };
    const member = world.caller("member");
    await expect(member.traces.eraseMessage(erase)).rejects.toMatchObject({
      ...{
        code: "CONFLICT",
        cause: { code: "CONFLICT", fix: expect.stringContaining("stop it") as unknown },
      },
    });
    expect(await logOf(traceId)).toContain("Bake");
    if (claimed !== undefined) await world.database.traces.release(claimed.lease);
    await member.traces.eraseMessage(erase);
    // The run has not started yet: its worker reads the log without the message.
    expect((await claim(traceId))?.trace.task).toBe("[erased]");
    expect(await logOf(traceId)).not.toContain("Bake");
  });

  it("erases over REST, answers a repeated request alike, and rejects events", async () => {
    const { traceId } = await world.startRun("Bake");
    await finish(traceId, "Bake");
    const send = async (who: Persona, sequence: number): Promise<Response> =>
      handleRest(
        eraseEntry,
        new Request(`${ORIGIN}/api/traces/${traceId}/entries/${sequence}`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${await world.makeKey(who, ["run"])}` },
        }),
        { runtime: world.runtime, params: { id: traceId, sequence: String(sequence) } },
      );
    expect((await send("other", 1)).status).toBe(404);
    expect((await send("viewer", 1)).status).toBe(403);
    const event = await send("member", 2);
    expect(event.status).toBe(400);
    expect(await event.json()).toMatchObject({
      error: { code: "INVALID_INPUT", message: "Entry 2 is not a message." },
    });
    expect((await send("member", 99)).status).toBe(404);
    for (let time = 0; time < 2; time += 1) {
      const response = await send("member", 1);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ erased: true });
    }
    expect(await logOf(traceId)).not.toContain("Bake");
  });
});
