import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { openShare } from "./open-share.ts";

/** A link outlives neither the right of who made it nor what it shows. */
describe("public links", () => {
  let world: AccessWorld;
  let workspace = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
    workspace = world.slugs.ours;
    await world.caller("admin").models.setDefault({ workspace, reference: "scripted/demo" });
  });
  afterAll(async () => world.close());

  type Shared = {
    readonly caller: ReturnType<AccessWorld["caller"]>;
    readonly personId: string;
    readonly conversationId: string;
    readonly traceId: string;
    readonly shows: () => Promise<string>;
  };
  const share = async (): Promise<Shared> => {
    const person = await world.newPerson("member");
    const caller = world.caller("member", { person });
    const { conversationId, traceId } = await caller.runs.start({ workspace, text: "Bake a cake" });
    const { token } = await caller.shares.create({ workspace, traceId, days: 1, includeContent: true });
    const shows = async (): Promise<string> => {
      const opened = await openShare(world.runtime, token, person.id);
      return opened.kind === "shared" ? (opened.trace.title ?? "") : opened.kind;
    };
    expect(await shows()).toBe("Bake a cake");
    return { caller, personId: person.id, conversationId, traceId, shows };
  };

  it("W9 · a link ends when its maker may no longer share, or has left", async () => {
    const owner = world.caller("owner");
    const { personId, shows } = await share();
    await owner.members.setRole({ workspace, personId, role: "viewer" });
    expect(await shows()).toBe("nothing");
    await owner.members.setRole({ workspace, personId, role: "member" });
    expect(await shows()).toBe("Bake a cake");
    await owner.members.remove({ workspace, personId });
    expect(await shows()).toBe("nothing");
  });

  it("W9 · a link shows nothing of a deleted conversation, and shows it again when that is restored", async () => {
    const { caller, conversationId: id, shows } = await share();
    await caller.conversations.delete({ workspace, id });
    expect(await shows()).toBe("nothing");
    await caller.conversations.restore({ workspace, id });
    expect(await shows()).toBe("Bake a cake");
  });

  it("W9 · a link shows nothing of a run that was taken out of the lists", async () => {
    const { caller, traceId, shows } = await share();
    await world.database.pool.query("update trace_facts set status = 'completed' where trace_id = $1", [
      traceId,
    ]);
    await caller.traces.remove({ workspace, ids: [traceId] });
    expect(await shows()).toBe("nothing");
  });
});
