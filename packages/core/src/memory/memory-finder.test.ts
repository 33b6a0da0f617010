import fc from "fast-check";
import { expect, it } from "vitest";
import { createInMemoryMemoryStore } from "../adapters/in-memory/memory-store.ts";
import type { MemoryAudience } from "../ports/memory-store.ts";
import { createTestClock, TEST_TIME } from "../testing/builders.ts";
import { checkShown } from "./check-shown.ts";
import { createMemoryFinder, type MemoryFinder } from "./memory-finder.ts";

const SCOPE = { workspaceId: "w", personId: "p" };

/** A finder over an entry of the person and one of the workspace, for runs with these readers. */
async function open(readers: () => MemoryAudience): Promise<MemoryFinder> {
  const store = createInMemoryMemoryStore(createTestClock());
  for (const audience of ["person", "workspace"] as const)
    await store.save(SCOPE, {
      ...{ type: "user", name: `${audience} tea`, description: "", keywords: [], content: "Prefers tea" },
      ...{ id: audience, audience, state: "active", source: null, reason: null },
    });
  return createMemoryFinder({ ...store, readers: async () => readers() });
}

it("gives a run that everyone reads only the entries of the workspace", async () => {
  const finder = await open(() => "workspace");
  const options = { limit: 10, traceId: "t" };
  expect((await finder.find(SCOPE, "tea", options)).map(({ entry }) => entry.id)).toEqual(["workspace"]);
  expect((await finder.all(SCOPE, "t")).map(({ id }) => id)).toEqual(["workspace"]);
  expect([...(await finder.lookUp(SCOPE, ["person", "workspace"], "t")).keys()]).toEqual(["workspace"]);
  expect(await finder.all(SCOPE, null)).toHaveLength(2);
});

it("takes a personal entry out of the context of a conversation that becomes shared", async () => {
  let readers: MemoryAudience = "person";
  const finder = await open(() => readers);
  const memories = ["person", "workspace"].map((memoryId) => ({ memoryId, version: 1 }));
  const run = { scope: SCOPE, traceId: "t", shown: [{ sequence: 3, memories, isIndex: false }] };
  expect(await checkShown(finder, run, TEST_TIME)).toEqual([]);
  readers = "workspace";
  const [text] = await checkShown(finder, run, TEST_TIME);
  expect(text).toMatchObject({
    ...{ sequence: 3, memoryIds: ["person"], memories: [{ memoryId: "workspace", version: 1 }] },
  });
  expect(text?.text).not.toContain("person tea");
});

it("finds the same after any changes as a new finder, for everyone", async () => {
  const change = fc.record({
    kind: fc.constantFrom("save", "edit", "remove", "retire", "recall"),
    at: fc.nat(5),
    word: fc.constantFrom("tea", "coffee", "cocoa"),
    isShared: fc.boolean(),
    isColleague: fc.boolean(),
    isRead: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const store = createInMemoryMemoryStore(createTestClock());
      const finder = createMemoryFinder(store);
      const people = [SCOPE, { ...SCOPE, personId: "q" }];
      const read = async (from: MemoryFinder): Promise<readonly unknown[]> =>
        await Promise.all(
          people.map(async (scope) => [
            (await from.find(scope, "tea or coffee", { limit: 9, traceId: null }))
              .map(({ entry }) => entry.id)
              .toSorted(),
            new Map((await from.all(scope, null)).map((entry) => [entry.id, entry])),
          ]),
        );
      for (const [index, { kind, at, word, isShared, isColleague, isRead }] of changes.entries()) {
        const scope = { ...SCOPE, personId: isColleague ? "q" : "p" };
        const audience = isShared ? "workspace" : "person";
        const fields = {
          type: "user",
          name: `${word} ${index % 3}`,
          description: "",
          keywords: [],
          content: word,
        } as const;
        const entry = (await store.list(scope))[at];
        if (kind === "save")
          await store.save(scope, {
            ...{ ...fields, id: `e${index}`, audience, state: "active", source: null, reason: null },
          });
        else if (entry === undefined) continue;
        else if (kind === "edit")
          await store.edit(scope, entry.id, { version: entry.version, fields, audience });
        else if (kind === "remove") await store.remove(scope, entry.id);
        else if (kind === "retire" && entry.state === "active") await store.retire(scope, entry.id);
        else if (kind === "recall")
          await store.noteRecall(scope, `t${index}`, [{ memoryId: entry.id, version: entry.version }]);
        if (isRead) await read(finder);
      }
      await store.save(SCOPE, {
        ...{ type: "user", name: "last", description: "", keywords: [], content: "tea", id: "last" },
        ...{ audience: "workspace", state: "active", source: null, reason: null },
      });
      expect(await read(finder)).toEqual(await read(createMemoryFinder(store)));
    }),
    { numRuns: 60 },
  );
});
