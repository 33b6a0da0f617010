import { examineNext } from "@goaltrace/host";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
});
afterAll(async () => world?.close());

const at: AccessWorld["at"] = (input) => world.at(input);

async function add(name: string, content: string): Promise<string> {
  const fields = { type: "user" as const, name, description: name, keywords: [], content };
  const { id } = await world.caller("member").memory.add(at({ fields, audience: "person" as const }));
  return id;
}
/** Examines everyone who is due, as the worker does. */
async function examine(): Promise<number> {
  const parts = { database: world.database, clock: world.runtime.clock };
  let people = 0;
  while (await examineNext(parts)) people += 1;
  return people;
}
const tidyCount = async (): Promise<number> => await world.caller("member").memory.tidyCount(at({}));

it("counts proposals from the first visit on, before and after the worker examined the entries", async () => {
  expect((await world.caller("member").memory.tidy(at({}))).examinedAt).toBeNull();
  await add("Package tests", "Run tests of a single package with pnpm filters");
  await add("Single tests", "Run the tests of a single package with pnpm filters, please");
  expect(await tidyCount()).toBe(1);
  const people = await examine();
  expect(people).toBeGreaterThan(0);
  expect(await examine()).toBe(0);
  expect(await tidyCount()).toBe(1);
  const { items, examinedAt } = await world.caller("member").memory.tidy(at({}));
  expect(items).toMatchObject([{ kind: "duplicate" }]);
  expect(examinedAt).toBeGreaterThan(0);
  const [proposal] = items;
  await world.caller("member").memory.acceptTidy(at({ key: proposal?.key ?? "" }));
  expect(await tidyCount()).toBe(0);
});

it("compares entries for the number of proposals only when they changed, and never for a list", async () => {
  const { memories } = world.runtime.stores;
  await tidyCount();
  const [listed, dismissed] = [vi.spyOn(memories, "list"), vi.spyOn(memories, "dismissed")];
  try {
    await tidyCount();
    expect(listed).not.toHaveBeenCalled();
    await add("Lunch", "Lunch is at noon");
    await tidyCount();
    expect(listed).toHaveBeenCalledTimes(1);
    dismissed.mockClear();
    await world.caller("member").memory.list(at({ query: "lunch" }));
    expect(dismissed).not.toHaveBeenCalled();
  } finally {
    listed.mockRestore();
    dismissed.mockRestore();
  }
});

it("examines entries that grew old without a change, a day later", async () => {
  await examine();
  const later = Date.now() + 2 * 86_400_000;
  const clock = { ...world.runtime.clock, now: () => later };
  expect(await examineNext({ database: world.database, clock })).toBe(true);
});

it("shows a person what an entry held for review disagrees with", async () => {
  const current = await add("Batch of the vendor", "The batch endpoint of the tax vendor takes 50 lines");
  const { entry } = await world.database.memories.save(
    { workspaceId: world.slugs.ours, personId: world.person("member").id },
    {
      ...{ type: "reference", name: "Batch size", description: "Size of a batch", keywords: [] },
      ...{ content: "The batch endpoint of the tax vendor takes 100 lines", id: "held-batch" },
      ...{ audience: "person", state: "held", source: null, reason: "untrusted" },
    },
  );
  const { alike } = await world.caller("member").memory.get(at({ id: entry.id }));
  expect(alike).toMatchObject([{ id: current, kind: "conflict" }]);
  expect((await world.caller("member").memory.get(at({ id: current }))).alike).toEqual([]);
});
