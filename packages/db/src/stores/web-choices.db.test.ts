import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";

let database: Database;
beforeAll(() => {
  database = createDatabase(process.env["DATABASE_URL"] ?? "");
});
afterAll(async () => database.close());

it("keeps the choice of each workspace, and honors robots.txt by default", async () => {
  const [ours, theirs] = [randomUUID(), randomUUID()];
  for (const id of [ours, theirs]) await database.workspaces.create({ id, slug: id, name: id, mode: "ask" });
  expect(await database.webChoices.get(ours)).toEqual({ honorsRobots: true, search: null });
  const choice = { honorsRobots: false, search: { provider: "brave", url: null, secret: "brave" } };
  await database.webChoices.save(ours, { ...choice, honorsRobots: true });
  await database.webChoices.save(ours, choice);
  expect(await database.webChoices.get(ours)).toEqual(choice);
  expect(await database.webChoices.get(theirs)).toEqual({ honorsRobots: true, search: null });
});
