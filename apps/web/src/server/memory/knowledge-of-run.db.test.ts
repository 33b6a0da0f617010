import { randomUUID } from "node:crypto";
import { buildLog, buildTrace } from "@goaltrace/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";

const BLOB = "0".repeat(64);

describe("the knowledge of a run", () => {
  let world: AccessWorld;
  /** A run that taught something, and one that used it. */
  let taught = "";
  let used = "";
  const memoryId = randomUUID();
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true });
    ({ traceId: taught } = await world.startRun("Sums are in euros"));
    const person = world.person("member").id;
    const { traces, memories, profiles } = world.runtime.stores;
    const workspace = await world.database.workspaces.findBySlug(world.slugs.ours);
    const scope = { workspaceId: workspace?.id ?? "", personId: person };
    const fields = {
      type: "project",
      name: "Sums",
      description: "Currency",
      keywords: [],
      content: "Euros",
    } as const;
    await memories.save(scope, {
      ...{ ...fields, id: memoryId, audience: "workspace", state: "active", reason: null },
      source: { traceId: taught, sequence: 1, quote: "" },
    });
    const source = { traceId: taught, sequence: 1 };
    const key = { file: "user", day: null } as const;
    await profiles.write(scope, key, { version: 0, text: "Mira", trimmed: "", byAgent: true, source });
    used = randomUUID();
    const log = buildLog({ traceId: used });
    log.user("Which currency?");
    const profile = { slot: "profile", blob: BLOB, tokens: 1, source: "soul 1, daily 2026-11-23 2" } as const;
    log.event({ type: "context.set", data: profile });
    const recalled = { memories: [{ memoryId, version: 1, score: 1 }], blob: BLOB, tokens: 1, callId: null };
    log.event({ type: "memory.recalled", data: recalled });
    const skill = { skill: "triage", layer: "workspace", toolCallId: null, blob: BLOB, tokens: 1 } as const;
    log.event({ type: "skill.loaded", data: { ...skill, file: null } });
    log.event({ type: "skill.loaded", data: { ...skill, file: "a.md" } });
    log.user("And tomorrow?");
    log.event({ type: "skill.loaded", data: { ...skill, skill: "forecast", file: null } });
    const trace = buildTrace(
      { ...scope, id: used, task: "Which currency?", status: "completed" },
      log.entries,
    );
    await traces.create(scope, trace, log.entries, []);
    await profiles.noteUse(scope, used, [{ ...key, version: 1 }]);
  });
  afterAll(async () => world.close());

  it("links a recalled memory entry to the message that it came from, for those who can read that run", async () => {
    const input = { workspace: world.slugs.ours, traceId: used, sequences: [1, 3] };
    expect(await world.caller("member").memory.sourcesOf(input)).toEqual([
      { id: memoryId, readBy: 3, traceId: taught, task: "Sums are in euros", sequence: 1, goalId: null },
    ]);
    expect(await world.caller("owner").memory.sourcesOf(input)).toEqual([]);
    expect(await world.caller("member").memory.sourcesOf({ ...input, sequences: [1] })).toEqual([]);
  });

  it("names the profile versions of an entry, and the skills that were loaded by the end of its turn", async () => {
    const at = (sequence: number) => ({ workspace: world.slugs.ours, traceId: used, sequence });
    const { profile, skills } = world.caller("member");
    expect(await profile.ofRun(at(5))).toEqual({
      sequence: 2,
      files: [
        { file: "soul", day: null, version: 1 },
        { file: "daily", day: "2026-11-23", version: 2 },
      ],
    });
    const loaded = { name: "triage", layer: "workspace", sequence: 4 };
    expect((await skills.ofRun(at(1))).loaded).toEqual([{ ...loaded, files: ["a.md"] }]);
    expect((await skills.ofRun(at(5))).loaded).toEqual([{ ...loaded, files: ["a.md"] }]);
    expect((await skills.ofRun(at(6))).loaded.map(({ name }) => name)).toEqual(["triage", "forecast"]);
  });

  it("links a version of a skill to the run whose agent saved it, and back, for those who can read that run", async () => {
    const workspace = world.slugs.ours;
    const { person } = world;
    const { skills } = world.runtime.stores;
    const { id: workspaceId = "" } = (await world.database.workspaces.findBySlug(workspace)) ?? {};
    const scope = { workspaceId, personId: person("member").id };
    const change = { name: "saved", isCore: false, files: [] } as const;
    const source = "---\nname: saved\ndescription: Saved.\n---\nDo it.";
    await skills.save(scope, { ...change, source, version: 0, writtenIn: null });
    await skills.save(scope, { ...change, source: `${source} Twice.`, version: 1, writtenIn: taught });
    const versionsFor = async (role: "member" | "owner") =>
      (await world.caller(role).skills.get({ workspace, id: "workspace:saved" })).versions;
    const agent = (await world.runtime.stores.traces.get(scope, taught))?.agent.name;
    expect(await versionsFor("member")).toMatchObject([
      { version: 2, writer: { agent }, writtenIn: { traceId: taught, task: "Sums are in euros" } },
      { version: 1, writer: null, writtenIn: null },
    ]);
    expect(await versionsFor("owner")).toMatchObject([
      { writer: { agent }, writtenIn: null },
      { version: 1 },
    ]);
    const at = { workspace, traceId: taught, sequence: 1 };
    expect((await world.caller("member").skills.ofRun(at)).saved).toEqual([{ name: "saved", version: 2 }]);
    const elsewhere = { workspace, traceId: used, sequence: 1 };
    expect((await world.caller("member").skills.ofRun(elsewhere)).saved).toEqual([]);
    await expect(world.caller("owner").skills.ofRun(at)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("lists the run that wrote a profile file and the runs that had it, with how they ended", async () => {
    const key = { file: "user", day: null } as const;
    const history = await world.caller("member").profile.history({ workspace: world.slugs.ours, key });
    expect(history).toMatchObject({
      versions: [{ version: 1, byAgent: true, learnedIn: { traceId: taught, task: "Sums are in euros" } }],
      runs: [{ traceId: used, task: "Which currency?", status: "completed", version: 1 }],
      total: 1,
    });
    const others = await world.caller("owner").profile.history({ workspace: world.slugs.ours, key });
    expect(others).toMatchObject({ versions: [], runs: [] });
  });
});
