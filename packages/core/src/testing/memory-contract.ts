import { describe, expect, it } from "vitest";
import type { MemoryFields, MemoryStore, NewMemory } from "../ports/memory-store.ts";
import type { Scope } from "../ports/scope.ts";

/** A store under test. `makeTrace` creates a run of the scope and returns its id. */
export type MemoryCases = {
  readonly store: MemoryStore;
  readonly nextId: () => string;
  readonly makeTrace: (scope: Scope) => Promise<string>;
  readonly close: () => Promise<void>;
};

const FIELDS: MemoryFields = {
  type: "feedback",
  name: "Short answers",
  description: "Answers in one sentence",
  keywords: ["brief", "简短"],
  content: "Rule: Answer in one sentence. Why: They read on a phone. How to apply: Every answer.",
};

/** Tests that every memory store fulfills. */
export function describeMemoryStoreContract(name: string, open: () => Promise<MemoryCases>): void {
  describe(`memory store contract: ${name}`, () => {
    const within = async (
      test: (
        cases: MemoryCases & {
          readonly scope: Scope;
          readonly colleague: Scope;
          readonly entry: (changes?: Partial<NewMemory>) => NewMemory;
        },
      ) => Promise<void>,
    ): Promise<void> => {
      const cases = await open();
      const workspaceId = cases.nextId();
      try {
        await test({
          ...cases,
          scope: { workspaceId, personId: "mira" },
          colleague: { workspaceId, personId: "wei" },
          entry: (changes = {}) => ({
            ...{
              ...FIELDS,
              id: cases.nextId(),
              audience: "person",
              state: "active",
              source: null,
              reason: null,
            },
            ...changes,
          }),
        });
      } finally {
        await cases.close();
      }
    };

    it("shows personal entries to their person and those of the workspace to everyone in it", async () => {
      await within(async ({ store, scope, colleague, entry }) => {
        const own = await store.save(scope, entry());
        const common = await store.save(scope, entry({ audience: "workspace" }));
        const ids = (entries: readonly { readonly id: string }[]): readonly string[] =>
          entries.map(({ id }) => id);
        expect(ids(await store.list(scope))).toEqual([common.entry.id, own.entry.id]);
        expect(ids(await store.list(colleague))).toEqual([common.entry.id]);
        await expect(store.get(colleague, own.entry.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
        const stranger = { workspaceId: `${scope.workspaceId}-2`, personId: "mira" };
        expect(await store.list(stranger)).toEqual([]);
        await expect(store.get(stranger, common.entry.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
        await expect(store.remove(stranger, common.entry.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
      });
    });

    it("keeps every version of an entry that is saved again under its name", async () => {
      await within(async ({ store, scope, entry }) => {
        const first = await store.save(scope, entry());
        const content = "Rule: Two sentences. Why: One was too few. How to apply: Every answer.";
        const second = await store.save(scope, entry({ name: "SHORT answers", content }));
        expect([first.operation, second.operation]).toEqual(["created", "updated"]);
        expect(second.entry).toMatchObject({ id: first.entry.id, version: 2, content });
        const versions = await store.versions(scope, first.entry.id);
        expect(versions.map((version) => [version.version, version.content])).toEqual([
          [2, content],
          [1, FIELDS.content],
        ]);
      });
    });

    it.each([
      ["ÉCOLE DE ZOË", "école de zoë"],
      ["Отчёт Миры", "отчёт миры"],
      ["API 文档", "api 文档"],
      ["API 文档", "\u3000ＡＰＩ\u00A0文档\t"],
      ["\tPrice list\u00A0", "price  list"],
      ["Cafe\u0301 hours", "CAF\u00C9 HOURS"],
    ])("saves %j and %j under one name", async (name, other) => {
      await within(async ({ store, scope, entry }) => {
        const first = await store.save(scope, entry({ name }));
        const content = "Rule: Two sentences. Why: One was too few. How to apply: Every answer.";
        const second = await store.save(scope, entry({ name: other, content }));
        expect([second.operation, second.entry.id]).toEqual(["updated", first.entry.id]);
      });
    });

    it("changes nothing when the same is saved twice", async () => {
      await within(async ({ store, scope, entry }) => {
        const { entry: saved } = await store.save(scope, entry());
        const revision = await store.revision(scope);
        expect(await store.save(scope, entry())).toEqual({ entry: saved, operation: "unchanged" });
        expect(await store.revision(scope)).toBe(revision);
      });
    });

    it("marks an entry as superseded by its correction until that is deleted", async () => {
      await within(async ({ store, scope, entry }) => {
        const { entry: old } = await store.save(scope, entry());
        const fix = await store.save(scope, entry({ name: "Long answers", replaces: old.id }));
        expect(fix.operation).toBe("superseded");
        expect(await store.get(scope, old.id)).toMatchObject({
          supersededBy: fix.entry.id,
          validTo: expect.any(Number) as unknown,
        });
        expect((await store.get(scope, fix.entry.id)).supersededBy).toBeNull();
        await store.remove(scope, fix.entry.id);
        expect(await store.get(scope, old.id)).toMatchObject({ supersededBy: null, validTo: null });
      });
    });

    it("never merges a held entry into an active one, and lets a person decide about it once", async () => {
      await within(async ({ store, scope, entry }) => {
        const { entry: active } = await store.save(scope, entry());
        const held = await store.save(scope, entry({ state: "held", reason: "untrusted", content: "Other" }));
        expect(held.entry.id).not.toBe(active.id);
        expect((await store.get(scope, active.id)).version).toBe(1);
        const approved = await store.decide(scope, held.entry.id, "active");
        expect(approved).toMatchObject({ state: "active", decidedBy: scope.personId });
        await expect(store.decide(scope, held.entry.id, "rejected")).rejects.toMatchObject({
          code: "CONFLICT",
        });
      });
    });

    it("replaces, retires and takes back an entry when a person tidies up", async () => {
      await within(async ({ store, scope, entry }) => {
        const [{ entry: old }, { entry: by }] = [
          await store.save(scope, entry()),
          await store.save(scope, entry({ name: "Other" })),
        ];
        const before = await store.revision(scope);
        expect(await store.supersede(scope, old.id, by.id)).toMatchObject({
          ...{ supersededBy: by.id, validTo: expect.any(Number) as unknown },
        });
        for (const [id, other] of [
          [old.id, by.id],
          [by.id, by.id],
        ] as const)
          await expect(store.supersede(scope, id, other)).rejects.toMatchObject({ code: "CONFLICT" });
        expect(await store.retire(scope, by.id)).toMatchObject({
          ...{ state: "rejected", decidedBy: scope.personId },
        });
        await expect(store.retire(scope, by.id)).rejects.toMatchObject({ code: "CONFLICT" });
        expect(await store.revision(scope)).toBeGreaterThan(before);
        expect(await store.decide(scope, by.id, "active")).toMatchObject({ state: "active" });
        await expect(store.retire(scope, "nothing")).rejects.toMatchObject({ code: "NOT_FOUND" });
      });
    });

    it("remembers the proposals that a person dismissed, for them alone", async () => {
      await within(async ({ store, scope, colleague }) => {
        await store.dismiss(scope, ["one", "two"]);
        await store.dismiss(scope, ["two", "three"]);
        expect([...(await store.dismissed(scope))].sort()).toEqual(["one", "three", "two"]);
        expect([...(await store.dismissed(colleague))]).toEqual([]);
      });
    });

    it("refuses an edit of a version that is no longer the newest", async () => {
      await within(async ({ store, scope, entry }) => {
        const { entry: saved } = await store.save(scope, entry());
        const change = (content: string) =>
          store.edit(scope, saved.id, {
            ...{ version: 1, fields: { ...FIELDS, content }, audience: "workspace" },
          });
        const results = await Promise.allSettled([change("First"), change("Second")]);
        expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        expect(results.find(({ status }) => status === "rejected")).toMatchObject({
          reason: { code: "CONFLICT" },
        });
        expect(await store.get(scope, saved.id)).toMatchObject({ version: 2, audience: "workspace" });
        expect(await store.versions(scope, saved.id)).toHaveLength(2);
      });
    });

    it("raises the revision with every change", async () => {
      await within(async ({ store, scope, entry }) => {
        const seen = [await store.revision(scope)];
        const { entry: saved } = await store.save(scope, entry());
        seen.push(await store.revision(scope));
        await store.edit(scope, saved.id, {
          version: 1,
          fields: { ...FIELDS, content: "x" },
          audience: "person",
        });
        seen.push(await store.revision(scope));
        await store.remove(scope, saved.id);
        seen.push(await store.revision(scope));
        expect(new Set(seen).size).toBe(4);
        await expect(store.get(scope, saved.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
      });
    });

    it("returns what changed or was recalled after a position, and how many active entries there are", async () => {
      await within(async ({ store, scope, colleague, entry, makeTrace }) => {
        const { entry: first } = await store.save(scope, entry());
        const { at } = await store.changes(scope, { revision: 0, at: 0 });
        const { entry: second } = await store.save(scope, entry({ name: "Long answers" }));
        await store.save(scope, entry({ name: "Held", state: "held" }));
        const after = await store.changes(scope, { revision: first.revision, at: at + 60_000 });
        expect(after.entries.map(({ name }) => name).sort()).toEqual(["Held", "Long answers"]);
        expect(after.active).toBe(2);
        const now = { revision: await store.revision(scope), at };
        await store.noteRecall(scope, await makeTrace(scope), [{ memoryId: second.id, version: 1 }]);
        expect((await store.changes(scope, now)).entries).toMatchObject([{ id: second.id, recalls: 1 }]);
        expect(await store.changes(colleague, { revision: 0, at: 0 })).toMatchObject({
          entries: [],
          active: 0,
        });
      });
    });

    it("keeps entries of two projects apart that have one name", async () => {
      await within(async ({ store, scope, entry }) => {
        const { entry: general } = await store.save(scope, entry());
        const { entry: own } = await store.save(scope, entry({ project: "Falcon" }));
        const again = await store.save(scope, entry({ project: "Falcon", content: "Rule: Two sentences." }));
        expect([general.project, own.project]).toEqual([null, "Falcon"]);
        expect(again).toMatchObject({ operation: "updated", entry: { id: own.id, project: "Falcon" } });
        const change = { version: 1, fields: FIELDS, audience: "person" } as const;
        expect(await store.edit(scope, general.id, change)).toMatchObject({ project: null });
        const moved = { ...change, version: 2, project: "Osprey" };
        expect(await store.edit(scope, general.id, moved)).toMatchObject({ project: "Osprey" });
      });
    });

    it("counts each run once that had an entry in its context", async () => {
      await within(async ({ store, scope, entry, makeTrace }) => {
        const { entry: saved } = await store.save(scope, entry());
        const runs = [await makeTrace(scope), await makeTrace(scope)];
        for (const traceId of [...runs, ...runs])
          await store.noteRecall(scope, traceId, [{ memoryId: saved.id, version: 1 }]);
        expect(await store.get(scope, saved.id)).toMatchObject({
          recalls: 2,
          lastRecalledAt: expect.any(Number) as unknown,
        });
        expect((await store.recalls(scope, saved.id)).map(({ traceId }) => traceId).sort()).toEqual(
          runs.sort(),
        );
      });
    });
  });
}
