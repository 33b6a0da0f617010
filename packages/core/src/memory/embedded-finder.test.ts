import { expect, it, vi } from "vitest";
import { createInMemoryMemoryStore } from "../adapters/in-memory/memory-store.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { MemoryVector, MemoryVectorStore } from "../ports/memory-vector-store.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import { createTestClock } from "../testing/builders.ts";
import { chooseMemories } from "./choose-memories.ts";
import { createEmbeddedFinder } from "./embedded-finder.ts";
import { createMemoryFinder, type MemoryFinder } from "./memory-finder.ts";

const SCOPE = { workspaceId: "w", personId: "p" };
const OPTIONS = { limit: 10, traceId: null };
/** A direction for each subject that a text may be about. */
const SUBJECTS = [/car|shuttle|vehicle|automobile/u, /tea|drink/u, /tax|levy/u];
const embedder: Embedder = {
  model: "subjects",
  embed: async (texts) =>
    texts.map((text) => [0.1, ...SUBJECTS.map((subject) => (subject.test(text) ? 1 : 0))]),
};

/** Vectors in memory, beside the entries of a store. */
function vectorsBeside(store: MemoryStore): MemoryVectorStore {
  const saved: MemoryVector[] = [];
  const newest = (id: string): number => saved.findLast(({ memoryId }) => memoryId === id)?.version ?? 0;
  return {
    missing: async (scope, _model, limit) =>
      (await store.list(scope)).filter(({ id, version }) => newest(id) !== version).slice(0, limit),
    save: async (_scope, _model, vectors) => void saved.push(...vectors),
    since: async (_scope, _model, position) => ({ vectors: saved.slice(position), position: saved.length }),
    nearest: async () => null,
  };
}

async function open(
  model: Embedder = embedder,
  sureFrom: number | null = null,
): Promise<{
  readonly finder: MemoryFinder;
  readonly store: MemoryStore;
  readonly warn: ReturnType<typeof vi.fn>;
}> {
  const store = createInMemoryMemoryStore(createTestClock());
  for (const [id, content] of [
    ["car", "The company automobile stands in hall two"],
    ["tea", "Prefers tea in the afternoon"],
    ["tax", "The levy office is in the north"],
  ] as const)
    await store.save(SCOPE, {
      ...{ type: "user", name: id.toUpperCase(), description: "", keywords: [], content, id },
      ...{ audience: "person", state: "active", source: null, reason: null },
    });
  const warn = vi.fn();
  const parts = { embedder: model, vectors: vectorsBeside(store), store, sureFrom, logger: { warn } };
  return { finder: createEmbeddedFinder(createMemoryFinder(store), parts), store, warn };
}

const ids = async (finder: MemoryFinder, query: string): Promise<readonly string[]> =>
  (await finder.find(SCOPE, query, OPTIONS)).map(({ entry }) => entry.id);

it("finds an entry that is near in meaning and shares no word, once it has its vector", async () => {
  const { finder } = await open();
  await vi.waitFor(async () => expect((await ids(finder, "which shuttle"))[0]).toBe("car"));
  const [found] = await finder.find(SCOPE, "which shuttle", OPTIONS);
  expect(found).toMatchObject({ hit: { words: [], confidence: 0 }, near: { isSure: false } });
  expect(found?.near?.similarity).toBeGreaterThan(0.9);
});

it("ranks entries that both searches find above those that only one finds", async () => {
  const { finder } = await open();
  await vi.waitFor(async () => expect(await ids(finder, "shuttle")).toHaveLength(3));
  expect((await ids(finder, "drink in the afternoon"))[0]).toBe("tea");
});

it("recalls an entry without a word in common only from a similarity that a person set", async () => {
  for (const [sureFrom, outcome] of [
    [null, "unsure"],
    [0.8, "chosen"],
  ] as const) {
    const { finder } = await open(embedder, sureFrom);
    await vi.waitFor(async () => expect((await ids(finder, "shuttle"))[0]).toBe("car"));
    const [best] = chooseMemories(await finder.find(SCOPE, "shuttle", OPTIONS));
    expect(best?.outcome).toBe(outcome);
  }
});

it("gives a changed entry a new vector, and does not find a deleted one", async () => {
  const { finder, store } = await open();
  await vi.waitFor(async () => expect((await ids(finder, "shuttle"))[0]).toBe("car"));
  const entry = await store.get(SCOPE, "tea");
  const fields = { ...entry, content: "Drives a car" };
  await store.edit(SCOPE, "tea", { version: 1, fields, audience: "person" });
  await store.remove(SCOPE, "car");
  await vi.waitFor(async () => expect((await ids(finder, "shuttle"))[0]).toBe("tea"));
  expect(await ids(finder, "shuttle")).not.toContain("car");
});

it("searches by words when the endpoint fails, and reports that", async () => {
  const broken: Embedder = {
    model: "broken",
    embed: async () => await Promise.reject(new Error("no route")),
  };
  const { finder, warn } = await open(broken);
  expect(await ids(finder, "tea in the afternoon")).toEqual(["tea"]);
  expect(warn).toHaveBeenCalled();
});
