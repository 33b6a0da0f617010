import { randomUUID } from "node:crypto";
import { describeProfileStoreContract } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import { newScope, newTrace } from "../testing/fixture.ts";

const URL = process.env["DATABASE_URL"] ?? "";
const SOUL = { file: "soul", day: null } as const;
const USER = { file: "user", day: null } as const;

describeProfileStoreContract("PostgreSQL", async () => {
  const { profiles, close } = createDatabase(URL);
  return await Promise.resolve({ store: profiles, nextId: () => randomUUID(), close });
});

const { profiles, traces } = createDatabase(URL);

it("lists the runs that began with a file and the later turns of their conversations, not those before or of others", async () => {
  const scope = newScope();
  const [conversationId, createdAt] = [randomUUID(), Date.parse("2026-11-23T08:00Z")];
  const turn = (at: number) => newTrace(scope, { conversationId, createdAt: at, status: "completed" });
  const [before, first, later] = [turn(createdAt - 1_000), turn(createdAt), turn(createdAt + 1_000)];
  const other = newTrace(scope, { createdAt });
  for (const trace of [before, first, later, other]) await traces.create(scope, trace, [], []);
  const used = [
    { ...SOUL, version: 2 },
    { ...USER, version: 1 },
  ];
  // Uses at the same time are recorded together: again, of a run that is gone, and of nothing.
  await Promise.all([
    profiles.noteUse(scope, first.id, used),
    profiles.noteUse(scope, first.id, used),
    profiles.noteUse(scope, randomUUID(), used),
    profiles.noteUse(scope, first.id, []),
  ]);
  const uses = [
    { traceId: later.id, version: 1, at: later.createdAt },
    { traceId: first.id, version: 1, at: first.createdAt },
  ];
  expect(await profiles.uses(scope, USER)).toEqual(uses);
  const wei = { ...scope, personId: "wei" };
  expect(await profiles.uses(wei, USER)).toEqual([]);
  expect(await profiles.uses(wei, SOUL)).toMatchObject([{ version: 2 }, { version: 2 }]);
  expect(await profiles.uses(newScope(), SOUL)).toEqual([]);
});

it("keeps the text that a deleted run wrote, and forgets what it had in its context", async () => {
  const scope = newScope();
  const trace = newTrace(scope);
  await traces.create(scope, trace, [], []);
  const source = { traceId: trace.id, sequence: 3 };
  await profiles.write(scope, USER, { version: 0, text: "Mira", trimmed: "", byAgent: true, source });
  await profiles.noteUse(scope, trace.id, [{ ...USER, version: 1 }]);
  expect(await profiles.read(scope, USER)).toMatchObject({ source });
  await traces.delete(scope, trace.id);
  expect(await profiles.read(scope, USER)).toMatchObject({ text: "Mira", source: null });
  expect(await profiles.uses(scope, USER)).toEqual([]);
});

it("writes files of several people together; of two writes of one file only one counts", async () => {
  const [mira, wei] = [newScope(), newScope()];
  const write = async (scope: typeof mira, text: string) =>
    await profiles
      .write(scope, USER, { version: 0, text, trimmed: "", byAgent: false })
      .then(({ text: written, version }) => `${written} ${String(version)}`, String);
  const [first, second, other] = await Promise.all([write(mira, "a"), write(mira, "b"), write(wei, "c")]);
  expect([first, other]).toEqual(["a 1", "c 1"]);
  expect(second).toContain("changed this profile file in the meantime");
  expect(await profiles.read(mira, USER)).toMatchObject({ text: "a", version: 1 });
  expect(await profiles.read(wei, USER)).toMatchObject({ text: "c", version: 1 });
});
