import type { NewExperience, Scope } from "@goaltrace/core/ports";
import { describeExperienceStoreContract } from "@goaltrace/core/testing";
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import { newEntry, newScope, newTrace } from "../testing/fixture.ts";

const open = () => createDatabase(process.env["DATABASE_URL"] ?? "");

describeExperienceStoreContract("PostgreSQL", async () => {
  const { experiences, traces, close } = open();
  return await Promise.resolve({
    store: experiences,
    nextId: () => randomUUID(),
    makeTrace: async (scope: Scope, isEnded: boolean) => {
      const status = isEnded ? "completed" : "running";
      const trace = newTrace(scope, { lastSequence: 0, status });
      await traces.create(scope, trace, [], []);
      return trace.id;
    },
    close,
  });
});

it.each(["run", "message"] as const)(
  "forgets what only a deleted %s shows, and what a person wrote never",
  async (deleted) => {
    const { experiences, annotations, traces, close } = open();
    try {
      const scope = newScope();
      const [gone, kept] = [newTrace(scope), newTrace(scope)];
      for (const trace of [gone, kept]) await traces.create(scope, trace, [newEntry(trace.id, 1)], []);
      const shown = (...ids: readonly string[]) =>
        ids.map((traceId) => ({ traceId, sequence: 9, taskSequence: 1, quote: "", worked: true }));
      const add = async (rule: string, changes: Partial<NewExperience>) =>
        await experiences.add(scope, {
          ...{ id: randomUUID(), condition: "it rains", rule, audience: "workspace", agent: null },
          ...{ source: "feedback", state: "approved", evidence: [], ...changes },
        });
      await add("only here", { evidence: shown(gone.id) });
      const both = await add("here and there", { evidence: shown(gone.id, kept.id) });
      await add("by hand", { source: "manual" });
      await annotations.rateEntry(
        scope,
        { traceId: gone.id, sequence: 1 },
        { score: 1, reason: "", tags: [] },
      );
      await experiences.noteRun(scope, gone.id, { arm: null, experiences: [both] });
      if (deleted === "run") await traces.delete(scope, gone.id);
      else await traces.erase(scope, gone.id, 1);
      const left = await experiences.list(scope);
      expect(left.map(({ rule }) => rule)).toEqual(["by hand", "here and there"]);
      expect(left[1]?.evidence.map(({ traceId }) => traceId)).toEqual([kept.id]);
      expect(await experiences.uses(scope, both.id)).toHaveLength(deleted === "run" ? 0 : 1);
    } finally {
      await close();
    }
  },
);

it("records what runs work with together: each its own, and nothing of a run that is gone", async () => {
  const { experiences, traces, close } = open();
  try {
    const scopes = [newScope(), newScope()] as const;
    const added = await Promise.all(
      scopes.map(
        async (scope) =>
          await experiences.add(scope, {
            ...{ id: randomUUID(), condition: "it rains", rule: "stay", audience: "workspace", agent: null },
            ...{ source: "manual", state: "approved", evidence: [] },
          }),
      ),
    );
    const [ours, theirs] = scopes;
    const runs = [newTrace(ours), newTrace(ours), newTrace(theirs)];
    for (const trace of runs) await traces.create(trace, trace, [newEntry(trace.id, 1)], []);
    const [first, second, third] = runs.map(({ id }) => id);
    const note = async (scope: Scope, traceId = "", used: (typeof added)[number] | undefined) =>
      await experiences.noteRun(scope, traceId, {
        arm: null,
        experiences: used === undefined ? [] : [{ id: used.id, version: used.version }],
      });
    await Promise.all([
      note(ours, first, added[0]),
      note(ours, second, undefined),
      note(theirs, third, added[1]),
      note(ours, randomUUID(), added[0]),
      // Another workspace's run.
      note(ours, third, added[0]),
    ]);
    const usesOf = async (scope: Scope, index: number) =>
      (await experiences.uses(scope, added[index]?.id ?? "")).map(({ traceId }) => traceId);
    expect(await usesOf(ours, 0)).toEqual([first]);
    expect(await usesOf(theirs, 1)).toEqual([third]);
  } finally {
    await close();
  }
});

it("keeps one thumb per person and entry, and counts those on the run first", async () => {
  const { annotations, traces, close } = open();
  try {
    const scope = newScope();
    const trace = newTrace(scope);
    await traces.create(scope, trace, [newEntry(trace.id, 1)], []);
    const entry = { traceId: trace.id, sequence: 1 };
    await annotations.rateEntry(scope, entry, { score: 1, reason: "", tags: [] });
    await annotations.rateEntry(scope, entry, { score: -1, reason: "Too long", tags: ["verbose"] });
    expect((await annotations.of(scope, trace.id)).entryRatings).toMatchObject([
      { sequence: 1, score: -1, reason: "Too long", tags: ["verbose"] },
    ]);
    expect(await annotations.scores(scope, trace.id)).toEqual([-1]);
    await annotations.rate(scope, trace.id, { score: 1, reason: "" });
    expect(await annotations.scores(scope, trace.id)).toEqual([1]);
    await annotations.rate(scope, trace.id, null);
    await annotations.rateEntry(scope, entry, null);
    expect(await annotations.scores(scope, trace.id)).toEqual([]);
  } finally {
    await close();
  }
});
