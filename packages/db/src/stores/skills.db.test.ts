import type { Scope, SkillStore } from "@goaltrace/core/ports";
import { expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import { newScope, newTrace } from "../testing/fixture.ts";

const { skills, traces } = createDatabase(process.env["DATABASE_URL"] ?? "");
const text = (words: string): string => `---\nname: triage\ndescription: Find it.\n---\n${words}`;

async function save(store: SkillStore, scope: Scope, version: number, words = "Steps") {
  return await store.save(scope, {
    ...{ name: "triage", version, source: text(words), isCore: false, writtenIn: null },
    files: version === 0 ? [{ path: "a/b.md", content: Buffer.from([0, 255]) }] : null,
  });
}

it("keeps every version, and the files with each unless they are replaced", async () => {
  const scope = newScope();
  expect(await save(skills, scope, 0)).toMatchObject({ version: 1, files: [{ path: "a/b.md", bytes: 2 }] });
  expect(await save(skills, scope, 1, "More")).toMatchObject({ version: 2, files: [{ path: "a/b.md" }] });
  expect(Buffer.from((await skills.fileContent(scope, "triage", "a/b.md")) ?? [])).toEqual(
    Buffer.from([0, 255]),
  );
  await skills.save(scope, {
    ...{ name: "triage", version: 2, source: text("Bare"), isCore: true, files: [], writtenIn: null },
  });
  expect(await skills.list(scope)).toMatchObject([{ name: "triage", version: 3, isCore: true, files: [] }]);
  expect(await skills.fileContent(scope, "triage", "a/b.md")).toBeNull();
  const versions = await skills.versions(scope, "triage");
  expect(versions.map(({ version, source, personId }) => [version, source, personId])).toEqual([
    [3, text("Bare"), scope.personId],
    [2, text("More"), scope.personId],
    [1, text("Steps"), scope.personId],
  ]);
});

it("accepts one of two saves over the same version, and reports a conflict to the other", async () => {
  const scope = newScope();
  await save(skills, scope, 0);
  const saved = await Promise.allSettled([save(skills, scope, 1, "One"), save(skills, scope, 1, "Two")]);
  expect(saved.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(save(skills, scope, 0)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await skills.versions(scope, "triage")).toHaveLength(2);
});

it("hides the skills of other workspaces, and removes a skill with everything", async () => {
  const [scope, other] = [newScope(), newScope()];
  await save(skills, scope, 0);
  expect(await skills.list(other)).toEqual([]);
  expect(await skills.versions(other, "triage")).toEqual([]);
  await expect(skills.remove(other, "triage")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await skills.remove(scope, "triage");
  expect(await skills.list(scope)).toEqual([]);
  expect(await skills.versions(scope, "triage")).toEqual([]);
  expect(await save(skills, scope, 0)).toMatchObject({ version: 1 });
});

it("names the agent of a version and its run, until that is deleted", async () => {
  const scope = newScope();
  const [root, other] = [newTrace(scope), newTrace(scope)];
  const child = newTrace(scope, { rootId: root.id, parentId: root.id });
  for (const trace of [root, child, other]) await traces.create(scope, trace, [], []);
  const write = async (version: number, writtenIn: string | null) =>
    await skills.save(scope, {
      ...{ name: "triage", version, source: text(String(version)), isCore: false, files: [], writtenIn },
    });
  await write(0, null);
  expect(await write(1, child.id)).toMatchObject({ writer: { agent: child.agent.name, traceId: child.id } });
  await write(2, other.id);
  await write(3, "a run that is gone");
  const writers = async () => (await skills.versions(scope, "triage")).map(({ writer }) => writer);
  const [agent, traceId] = [root.agent.name, other.id];
  expect(await writers()).toEqual([null, { agent, traceId }, { agent, traceId: child.id }, null]);
  expect(await skills.writtenIn(scope, [root.id])).toEqual([{ name: "triage", version: 2 }]);
  expect(await skills.writtenIn(scope, [child.id, other.id])).toHaveLength(2);
  expect(await skills.writtenIn(newScope(), [root.id, other.id])).toEqual([]);
  await traces.delete(scope, root.id);
  expect(await writers()).toEqual([null, { agent, traceId }, { agent, traceId: null }, null]);
  expect(await skills.writtenIn(scope, [root.id])).toEqual([]);
});

it("keeps proposals of agents until a person decides or their run is deleted, separately for each workspace", async () => {
  const [scope, other] = [newScope(), newScope()];
  const trace = newTrace(scope);
  await traces.create(scope, trace, [], []);
  const proposal = { name: "triage", source: text("Steps"), reason: "untrusted", sequence: 3 } as const;
  for (const id of ["one", "two"]) await skills.propose(scope, { ...proposal, id, traceId: trace.id });
  await skills.propose(scope, { ...proposal, id: "gone", traceId: "deleted" });
  const listed = await skills.proposals(scope);
  expect(listed.map(({ id }) => id).toSorted()).toEqual(["one", "two"]);
  expect(listed[0]).toMatchObject({ ...proposal, traceId: trace.id, personId: scope.personId });
  expect(await skills.proposals(other)).toEqual([]);
  await expect(skills.settleProposal(other, "one")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await skills.settleProposal(scope, "one");
  await expect(skills.settleProposal(scope, "one")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await traces.delete(scope, trace.id);
  expect(await skills.proposals(scope)).toEqual([]);
});

it("limits the number of waiting proposals", async () => {
  const scope = newScope();
  const trace = newTrace(scope);
  await traces.create(scope, trace, [], []);
  const propose = async (id: string) =>
    await skills.propose(scope, {
      ...{ id, name: "triage", source: "", reason: "order", traceId: trace.id, sequence: null },
    });
  for (let n = 0; n < 50; n += 1) await propose(String(n));
  await expect(propose("50")).rejects.toMatchObject({ code: "LIMIT_REACHED" });
});

it("remembers the agents from which a skill is withheld", async () => {
  const scope = newScope();
  await skills.withhold(scope, "triage", ["explore"]);
  await skills.withhold(scope, "triage", ["explore", "analyst"]);
  expect([...(await skills.withheld(scope))]).toEqual([["triage", ["explore", "analyst"]]]);
  await skills.withhold(scope, "triage", []);
  expect((await skills.withheld(scope)).get("triage")).toEqual([]);
});

it("counts loads and the runs with them, and forgets those of deleted runs", async () => {
  const scope = newScope();
  const used = { name: "triage", layer: "built_in" } as const;
  const [one, two] = [newTrace(scope, { lastSequence: 0 }), newTrace(scope, { lastSequence: 0 })];
  for (const trace of [one, two]) await traces.create(scope, trace, [], []);
  for (const id of [one.id, one.id, two.id, "unknown"]) await skills.noteUse(scope, id, used);
  await skills.noteUse(newScope(), one.id, used);
  const today = new Date().toISOString().slice(0, 10);
  const usage = await skills.usage(scope, 0);
  expect(usage).toMatchObject([{ ...used, loads: 3, runs: 2, days: { [today]: 3 } }]);
  expect(await skills.usage(scope, Date.now() + 60_000)).toEqual([]);
  const runs = await skills.usingRuns(scope, { ...used, limit: 9 });
  expect(runs.map(({ traceId }) => traceId).toSorted()).toEqual([one.id, two.id].toSorted());
  expect(await skills.usingRuns(scope, { ...used, limit: 1 })).toEqual(runs.slice(0, 1));
  expect(await skills.usingRuns(scope, { ...used, name: "other", limit: 9 })).toEqual([]);
});
