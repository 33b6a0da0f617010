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
