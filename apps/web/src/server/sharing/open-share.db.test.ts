import { randomUUID } from "node:crypto";
import { projectEntry } from "@goaltrace/core/log";
import type { Entry } from "@goaltrace/core/log";
import { createDatabase } from "@goaltrace/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessWorld, ENVIRONMENT_SECRET } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { openShare } from "./open-share.ts";

describe("public links", () => {
  let world: AccessWorld;
  let workspace = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true });
    workspace = world.slugs.ours;
  });
  afterAll(async () => world.close());

  type Shared = {
    readonly caller: ReturnType<AccessWorld["caller"]>;
    readonly personId: string;
    readonly conversationId: string;
    readonly traceId: string;
    readonly open: () => Promise<string>;
  };
  const share = async (): Promise<Shared> => {
    const person = await world.newPerson("member");
    const caller = world.caller("member", { person });
    const { conversationId, traceId } = await caller.runs.start({ workspace, text: "Bake a cake" });
    const { token } = await caller.shares.create({ workspace, traceId, days: 1, includeContent: true });
    const open = async (): Promise<string> => {
      const opened = await openShare(world.runtime, token, person.id);
      return opened.kind === "shared" ? (opened.trace.title ?? "") : opened.kind;
    };
    expect(await open()).toBe("Bake a cake");
    return { caller, personId: person.id, conversationId, traceId, open };
  };

  it("masks keys, email addresses and paths everywhere, and omits contents unless chosen", async () => {
    const key = "sk-live-0123456789abcdef";
    const caller = world.caller("member");
    const text = `Mail ada@example.org with ${key}`;
    const { traceId } = await caller.runs.start({ workspace, text });
    const planned: Entry = {
      ...{ id: `${traceId}-2`, traceId, sequence: 2, version: 1, at: 1_700_000_000_000, goalId: "root" },
      ...{ kind: "event", type: "goals.changed" },
      data: {
        toolCallId: null,
        operations: [
          {
            ...{ op: "created", goalId: "g1", parentId: "root", index: 0, title: text, reason: null },
            ...{ acceptance: [], dependsOn: [] },
          },
        ],
      },
    };
    // Stored before the server's own secret was known, so only the page can mask it.
    const message: Entry = {
      ...{ id: `${traceId}-3`, traceId, sequence: 3, version: 1, at: 1_700_000_000_001, goalId: "root" },
      ...{ kind: "message", role: "user", author: "person", description: "x", tokens: 1 },
      parts: [{ type: "text", text: `${"x".repeat(3_990)}${ENVIRONMENT_SECRET} /home/ada/shop` }],
    };
    const claimed = await world.database.traces.claim({ owner: "test", leaseMs: 60_000, only: traceId });
    if (claimed === undefined) throw new Error("The run could not be claimed.");
    const entries = [planned, message];
    const { lease, trace } = claimed;
    const projection = entries.reduce(projectEntry, trace);
    const batch = { traceId, rootId: traceId, fence: lease.fence, entries, projection, blobs: [] };
    await world.database.traces.append(batch);
    for (const includeContent of [true, false]) {
      const { token } = await caller.shares.create({ workspace, traceId, days: 1, includeContent });
      const opened = await openShare(world.runtime, token, "mask");
      if (opened.kind !== "shared") throw new Error(opened.kind);
      const page = JSON.stringify(opened.trace);
      for (const secret of [key, "ada@example.org", ENVIRONMENT_SECRET.slice(0, 10), "/home/ada"])
        expect(page).not.toContain(secret);
      expect(opened.trace.goals).toHaveLength(1);
      // A workspace masks the same key alike everywhere; other workspaces mask it differently.
      expect(opened.trace.goals[0]?.title).toMatch(
        /^Mail \[redacted:email#1\] with \[redacted:api-key#[0-9a-f]{4}\]$/,
      );
      expect(opened.trace.title).toBe(includeContent ? opened.trace.goals[0]?.title : null);
      const texts = opened.trace.entries.map((entry) => entry.text);
      if (includeContent) expect(texts[1]).toMatch(/^x+\[redacted:$/);
      else expect(texts).toEqual([null, null]);
    }
  });

  it("limits requests per address and minute across processes", async () => {
    const address = randomUUID();
    const other = createDatabase(process.env["DATABASE_URL"] ?? "");
    const elsewhere = { ...world.runtime, stores: { ...world.runtime.stores, callCounts: other.callCounts } };
    const kinds = [];
    for (let call = 0; call < 61; call += 1) {
      const runtime = call % 2 === 0 ? world.runtime : elsewhere;
      kinds.push((await openShare(runtime, randomUUID(), address)).kind);
    }
    await other.close();
    expect(new Set(kinds.slice(0, 60))).toEqual(new Set(["nothing"]));
    expect(kinds[60]).toBe("too_many");
  });

  it("ends a link for good when its creator may no longer share, even if the right returns", async () => {
    const owner = world.caller("owner");
    const { personId, open } = await share();
    await owner.members.setRole({ workspace, personId, role: "viewer" });
    expect(await open()).toBe("nothing");
    await owner.members.setRole({ workspace, personId, role: "member" });
    expect(await open()).toBe("nothing");
  });

  it("ends a link for good when its creator leaves, even if they return", async () => {
    const { personId, caller, open } = await share();
    await caller.members.leave({ workspace });
    expect(await open()).toBe("nothing");
    await world.database.members.set(workspace, personId, "admin");
    expect(await open()).toBe("nothing");
  });

  it("ends links of others for good when a conversation becomes private", async () => {
    const { caller, conversationId: id, traceId, open } = await share();
    await caller.conversations.setVisibility({ workspace, id, visibility: "shared" });
    const request = { workspace, traceId, days: 1, includeContent: true } as const;
    const { token } = await world.caller("admin").shares.create(request);
    const openForeign = async (): Promise<string> =>
      (await openShare(world.runtime, token, randomUUID())).kind;
    expect(await openForeign()).toBe("shared");
    await caller.conversations.setVisibility({ workspace, id, visibility: "private" });
    await caller.conversations.setVisibility({ workspace, id, visibility: "shared" });
    expect(await openForeign()).toBe("nothing");
    expect(await open()).toBe("Bake a cake");
  });

  it("lets only its creator, admins and owners end a link", async () => {
    const { caller, conversationId, traceId, open } = await share();
    await caller.conversations.setVisibility({ workspace, id: conversationId, visibility: "shared" });
    const colleague = world.caller("member");
    const [link] = await colleague.shares.list({ workspace, traceId });
    const id = link?.id ?? "";
    expect(link?.canRevoke).toBe(false);
    await expect(colleague.shares.revoke({ workspace, id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await open()).toBe("Bake a cake");
    expect((await caller.shares.list({ workspace, traceId }))[0]?.canRevoke).toBe(true);
    await world.caller("admin").shares.revoke({ workspace, id });
    expect(await open()).toBe("nothing");
  });

  it("hides a deleted conversation and shows it again after it is restored", async () => {
    const { caller, conversationId: id, open } = await share();
    await caller.conversations.delete({ workspace, id });
    expect(await open()).toBe("nothing");
    await caller.conversations.restore({ workspace, id });
    expect(await open()).toBe("Bake a cake");
  });

  it("hides a removed run", async () => {
    const { caller, traceId, open } = await share();
    await world.database.pool.query("update trace_facts set status = 'completed' where trace_id = $1", [
      traceId,
    ]);
    await caller.traces.remove({ workspace, ids: [traceId] });
    expect(await open()).toBe("nothing");
  });
});
