import { createMemoryFinder, type MemoryFinder } from "@goaltrace/core/memory";
import type { MemoryAudience, MemoryFields, NewMemory, Scope } from "@goaltrace/core/ports";
import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newScope } from "../testing/fixture.ts";

/** Those of two processes. */
const one = createDatabase(process.env.DATABASE_URL ?? "");
const two = createDatabase(process.env.DATABASE_URL ?? "");
afterAll(async () => {
  await one.close();
  await two.close();
});

const FACTS: readonly (readonly [name: string, content: string])[] = [
  ["Sums in euros", "State sums in euros, with a thousands separator"],
  ["Deploys", "The shop is deployed on Tuesdays by the release captain"],
  ["水泵阈值", "水泵的报警阈值是 8000 升,由王伟维护"],
  ["parseOrderDate", "Orders carry dates in the time zone of the warehouse"],
  ["Allergy", "Cannot eat peanuts; bring something else for breakfast"],
  ["It's quoted \\ 'oddly'", "A name with quotes, a backslash & operators: a | b <-> c:*"],
];
const QUERIES = [
  ...["In which currency do I state sums?", "who deploys the shop", "水泵什么时候报警?", "order date"],
  ...["peanutts at breakfast", "quotes and a backslash 'oddly' \\ & | ! :*", "allergies", "nothing of this"],
];

function entry(fields: Partial<MemoryFields>, changes: Partial<NewMemory> = {}): NewMemory {
  return {
    ...{
      type: "reference",
      name: "",
      description: "",
      keywords: [],
      content: "",
      ...fields,
      id: randomUUID(),
    },
    ...{ audience: "person", state: "active", source: null, reason: null, ...changes },
  };
}

async function fill(scope: Scope): Promise<void> {
  for (const [name, content] of FACTS) await one.memories.save(scope, entry({ name, content }));
}

/** A finder that leaves more than two entries to the database, in a process of its own. */
function inDatabase({ memories, memorySearch }: Database = one): MemoryFinder {
  return createMemoryFinder(memories, { large: memorySearch, most: 2 });
}

const names = async (finder: MemoryFinder, scope: Scope, query: string): Promise<readonly string[]> =>
  (await finder.find(scope, query, { limit: 10, traceId: null })).map(({ entry: { name } }) => name);

it("finds the same entries in the database as the index of a process, in the same order", async () => {
  const scope = newScope();
  await fill(scope);
  const [stored, indexed] = [inDatabase(), createMemoryFinder(one.memories)];
  for (const query of QUERIES)
    expect([query, ...(await names(stored, scope, query))]).toEqual([
      query,
      ...(await names(indexed, scope, query)),
    ]);
});

it("shows a write, a new version and a deletion to the next search of every process", async () => {
  const scope = newScope();
  await fill(scope);
  const finders = [inDatabase(one), inDatabase(two), createMemoryFinder(two.memories)];
  const all = async (query: string): Promise<readonly (readonly string[])[]> =>
    await Promise.all(finders.map(async (finder) => await names(finder, scope, query)));
  expect(await all("umbrella")).toEqual([[], [], []]);
  const { entry: saved } = await one.memories.save(
    scope,
    entry({ name: "Rain", content: "Take an umbrella" }),
  );
  expect(await all("umbrella")).toEqual([["Rain"], ["Rain"], ["Rain"]]);
  const fields = { ...saved, content: "Take a hood" };
  await two.memories.edit(scope, saved.id, { version: 1, fields, audience: "workspace" });
  expect(await all("umbrella")).toEqual([[], [], []]);
  expect(await all("hood")).toEqual([["Rain"], ["Rain"], ["Rain"]]);
  await one.memories.remove(scope, saved.id);
  await one.memories.save(scope, entry({ name: "Snow", content: "Take skis" }));
  expect(await all("hood")).toEqual([[], [], []]);
  expect(await all("skis")).toEqual([["Snow"], ["Snow"], ["Snow"]]);
});

it("finds out which words the entries of a person contain", async () => {
  const [scope, other] = [newScope(), newScope()];
  await fill(scope);
  await one.memories.save(other, entry({ content: "umbrella" }));
  await one.memorySearch.refresh(scope);
  await one.memorySearch.refresh(other);
  const terms = ["umbrella", "peanut", "quot", "'", "|", "水"];
  const occurring = async (who: Scope, readers: MemoryAudience): Promise<readonly string[]> => [
    ...(await one.memorySearch.occurring(who, terms, readers)),
  ];
  expect(await occurring(scope, "person")).toEqual(["peanut", "quot", "水"]);
  expect(await occurring(other, "person")).toEqual(["umbrella"]);
  expect(await one.memorySearch.occurring(scope, [], "person")).toEqual(new Set());
  await one.memories.save(scope, entry({ content: "umbrella" }, { audience: "workspace" }));
  await one.memorySearch.refresh(scope);
  expect(await occurring(scope, "workspace")).toEqual(["umbrella"]);
});

it("keeps entries from other people, other workspaces and runs that everyone reads", async () => {
  const scope = newScope();
  await fill(scope);
  const colleague = { ...scope, personId: "wei" };
  await one.memories.save(
    scope,
    entry({ name: "Common", content: "Peanuts are banned" }, { audience: "workspace" }),
  );
  for (const id of ["1", "2", "3"])
    for (const own of [colleague, newScope()])
      await one.memories.save(own, entry({ name: `Other ${id}`, content: `Peanuts ${id}` }));
  const finder = inDatabase();
  expect(await names(finder, scope, "peanuts")).toEqual(["Common", "Allergy"]);
  expect(await names(finder, colleague, "peanuts")).not.toContain("Allergy");
  const shared = createMemoryFinder(
    { ...one.memories, readers: async () => "workspace" },
    { large: one.memorySearch, most: 2 },
  );
  const options = { limit: 10, traceId: "run" };
  expect((await shared.find(scope, "peanuts", options)).map((found) => found.entry.name)).toEqual(["Common"]);
  expect((await shared.all(scope, "run")).map(({ name }) => name)).toEqual(["Common"]);
  const ids = (await one.memories.list(scope)).map(({ id }) => id);
  expect([...(await shared.lookUp(scope, ids, "run")).values()].map(({ name }) => name)).toEqual(["Common"]);
});

it("ranks the successor of a replaced entry in its place, and finds nothing that waits for review", async () => {
  const scope = newScope();
  await fill(scope);
  const [deploys] = (await one.memories.list(scope)).filter(({ name }) => name === "Deploys");
  const fix = { name: "Release day", content: "Now on Thursdays" };
  await one.memories.save(scope, entry(fix, { replaces: deploys?.id }));
  await one.memories.save(
    scope,
    entry({ name: "Held", content: "The shop deploys itself" }, { state: "held" }),
  );
  expect(await names(inDatabase(), scope, "who deploys the shop")).toEqual(["Release day", "Deploys"]);
});
