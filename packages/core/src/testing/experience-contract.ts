import { describe, expect, it } from "vitest";
import type { Experience, ExperienceStore, NewExperience } from "../ports/experience-store.ts";
import type { Scope } from "../ports/scope.ts";

export type ExperienceCases = {
  readonly store: ExperienceStore;
  readonly nextId: () => string;
  /** Stores a run and returns its id. */
  readonly makeTrace: (scope: Scope, isEnded: boolean) => Promise<string>;
  readonly close: () => Promise<void>;
};

const FIELDS = {
  ...{ condition: "git log is longer than 200 lines", rule: "narrow it by path" },
  ...{ audience: "workspace", agent: null, source: "feedback", state: "approved" },
} as const satisfies Partial<NewExperience>;

/** Tests that every store of experiences fulfills. */
export function describeExperienceStoreContract(name: string, open: () => Promise<ExperienceCases>): void {
  describe(`experience store contract: ${name}`, () => {
    const within = async (
      test: (
        cases: ExperienceCases & {
          readonly mira: Scope;
          readonly wei: Scope;
          readonly add: (changes?: Partial<NewExperience>, scope?: Scope) => Promise<Experience>;
          /** Notes an ended run with an experience, and judges it. */
          readonly use: (experience: Experience, outcome: "worked" | "failed" | "unknown") => Promise<string>;
        },
      ) => Promise<void>,
    ): Promise<void> => {
      const cases = await open();
      const workspaceId = cases.nextId();
      const mira = { workspaceId, personId: "mira" };
      try {
        await test({
          ...{ ...cases, mira, wei: { workspaceId, personId: "wei" } },
          add: async (changes = {}, scope = mira) =>
            await cases.store.add(scope, { ...FIELDS, id: cases.nextId(), evidence: [], ...changes }),
          use: async ({ id, version }, outcome) => {
            const traceId = await cases.makeTrace(mira, true);
            await cases.store.noteRun(mira, traceId, { arm: null, experiences: [{ id, version }] });
            await cases.store.judge(mira, traceId, { outcome, basis: "end" });
            return traceId;
          },
        });
      } finally {
        await cases.close();
      }
    };

    it("shows a person what is for everybody or for them, the newest first", async () => {
      await within(async ({ store, add, mira, wei, nextId }) => {
        const ours = await add();
        const agents = await add({ audience: "agent", agent: "explore" });
        const own = await add({ audience: "person" });
        const ids = async (scope: Scope) => (await store.list(scope)).map(({ id }) => id);
        expect(await ids(mira)).toEqual([own.id, agents.id, ours.id]);
        expect(await ids(wei)).toEqual([agents.id, ours.id]);
        expect(await ids({ ...mira, workspaceId: nextId() })).toEqual([]);
        await expect(store.get(wei, own.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
        expect(await store.get(wei, agents.id)).toMatchObject({
          agent: "explore",
          personId: "mira",
          version: 1,
        });
      });
    });

    it("adds what says the same once, with all its evidence, and each entry as evidence once", async () => {
      await within(async ({ add, mira, wei, store, makeTrace }) => {
        const [first, second] = [await makeTrace(mira, true), await makeTrace(mira, true)];
        const shown = (traceId: string) => ({
          evidence: [{ traceId, sequence: 3, taskSequence: 1, quote: "As said", worked: true }],
        });
        const added = await add({ ...shown(first), state: "candidate" });
        await add({ ...shown(first), condition: `${FIELDS.condition.toUpperCase()} `, state: "candidate" });
        const again = await add({ ...shown(second), rule: `${FIELDS.rule}.`, state: "candidate" }, wei);
        expect(again).toMatchObject({ id: added.id, trials: 2, worked: 2, state: "candidate" });
        expect(again.evidence.map(({ traceId, sequence }) => [traceId, sequence])).toEqual([
          [first, 3],
          [second, 3],
        ]);
        // The same for others is another one.
        expect((await add({ audience: "person" })).id).not.toBe((await add({ audience: "person" }, wei)).id);
        expect(await store.list(mira)).toHaveLength(2);
      });
    });

    it("adds the same once when two processes do it at once", async () => {
      await within(async ({ add, mira, store }) => {
        const both = await Promise.all([add(), add()]);
        expect(new Set(both.map(({ id }) => id)).size).toBe(1);
        expect(await store.list(mira)).toHaveLength(1);
      });
    });

    it("counts the judged runs that had it in their context, each once", async () => {
      await within(async ({ store, add, use, mira }) => {
        const experience = await add();
        await use(experience, "worked");
        const failed = await use(experience, "failed");
        const unknown = await use(experience, "unknown");
        await store.noteRun(mira, failed, { arm: null, experiences: [experience] });
        expect(await store.get(mira, experience.id)).toMatchObject({ trials: 2, worked: 1 });
        await store.judge(mira, unknown, { outcome: "worked", basis: "person" });
        expect(await store.get(mira, experience.id)).toMatchObject({ trials: 3, worked: 2 });
        const uses = await store.uses(mira, experience.id);
        expect(uses).toHaveLength(3);
        expect(uses.find(({ traceId }) => traceId === unknown)?.judgment).toEqual({
          ...{ outcome: "worked", basis: "person" },
        });
      });
    });

    it("counts from the beginning after other words, and continues after another audience", async () => {
      await within(async ({ store, add, use, mira }) => {
        const experience = await add();
        await use(experience, "worked");
        const { condition, rule } = experience;
        const fields = { condition, rule, audience: "agent", agent: "general" } as const;
        expect(await store.edit(mira, experience.id, { version: 1, fields })).toMatchObject({
          ...{ version: 1, audience: "agent", agent: "general", trials: 1 },
        });
        const other = { ...fields, rule: "read the newest 200 lines" };
        expect(await store.edit(mira, experience.id, { version: 1, fields: other })).toMatchObject({
          ...{ version: 2, rule: other.rule, trials: 0 },
        });
        const late = store.edit(mira, experience.id, { version: 1, fields });
        await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
      });
    });

    it("goes from candidate to approved to retired, and back", async () => {
      await within(async ({ store, add, mira, wei }) => {
        const { id } = await add({ state: "candidate" });
        expect(await store.decideByOutcome(mira, id, "retired")).toBe(false);
        await expect(store.decide(mira, id, "retired")).rejects.toMatchObject({ code: "CONFLICT" });
        expect(await store.decide(wei, id, "approved")).toMatchObject({
          state: "approved",
          decidedBy: "wei",
        });
        await expect(store.decide(mira, id, "approved")).rejects.toMatchObject({ code: "CONFLICT" });
        expect(await store.decideByOutcome(mira, id, "approved")).toBe(false);
        expect(await store.decideByOutcome(mira, id, "retired")).toBe(true);
        expect(await store.get(mira, id)).toMatchObject({ state: "retired", decidedBy: null });
        expect(await store.decide(mira, id, "approved")).toMatchObject({ state: "approved" });
        await store.noteSkill(mira, id, "git-history");
        expect(await store.get(mira, id)).toMatchObject({ skill: "git-history" });
      });
    });

    it("approves a candidate by its outcomes, without a person, and remembers whether the workspace wants it", async () => {
      await within(async ({ store, add, mira, wei, nextId }) => {
        const { id } = await add({ state: "candidate" });
        expect(await store.decideByOutcome(mira, id, "approved")).toBe(true);
        expect(await store.get(mira, id)).toMatchObject({ state: "approved", decidedBy: null });
        expect(await store.confirmsAlone(mira)).toBe(false);
        await store.setConfirmsAlone(mira, true);
        await store.setConfirmsAlone(mira, true);
        expect(await store.confirmsAlone(wei)).toBe(true);
        expect(await store.confirmsAlone({ ...mira, workspaceId: nextId() })).toBe(false);
        await store.setConfirmsAlone(wei, false);
        expect(await store.confirmsAlone(mira)).toBe(false);
      });
    });

    it("names the ended runs that nobody has judged", async () => {
      await within(async ({ store, mira, makeTrace, nextId }) => {
        const [ended, active] = [await makeTrace(mira, true), await makeTrace(mira, false)];
        for (const id of [ended, active]) await store.noteRun(mira, id, { arm: null, experiences: [] });
        expect(await store.endedRuns(mira, 10)).toEqual([ended]);
        expect(await store.endedRuns({ ...mira, workspaceId: nextId() }, 10)).toEqual([]);
        await store.judge(mira, ended, { outcome: "unknown", basis: "end" });
        expect(await store.endedRuns(mira, 10)).toEqual([]);
      });
    });

    it("compares the runs with experiences and those that were held out", async () => {
      await within(async ({ store, mira, makeTrace }) => {
        const run = async (arm: "with" | "without" | null, outcome: "worked" | "failed" | "unknown") => {
          const id = await makeTrace(mira, true);
          await store.noteRun(mira, id, { arm, experiences: [] });
          await store.judge(mira, id, { outcome, basis: "end" });
        };
        await run("with", "worked");
        await run("with", "failed");
        await run("with", "unknown");
        await run("without", "failed");
        await run(null, "worked");
        expect(await store.arms(mira)).toEqual({
          ...{ with: { worked: 1, trials: 2 }, without: { worked: 0, trials: 1 } },
        });
      });
    });

    it("remembers which agents opted in to the comparison", async () => {
      await within(async ({ store, mira, wei, nextId }) => {
        await store.holdOut(mira, "general", true);
        await store.holdOut(mira, "explore", true);
        await store.holdOut(mira, "general", true);
        expect(await store.heldOutAgents(wei)).toEqual(["explore", "general"]);
        await store.holdOut(mira, "general", false);
        expect(await store.heldOutAgents(mira)).toEqual(["explore"]);
        expect(await store.heldOutAgents({ ...mira, workspaceId: nextId() })).toEqual([]);
      });
    });
  });
}
