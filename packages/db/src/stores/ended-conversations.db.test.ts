import { expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import { newScope, newTrace } from "../testing/fixture.ts";

const database = createDatabase(process.env["DATABASE_URL"] ?? "");
const { conversations, endedConversations, traces } = database;
const NOW = Date.now();

/** A conversation whose last run ended some minutes ago; null for a run that has not ended. */
async function addConversation(scope: ReturnType<typeof newScope>, id: string, minutes: number | null) {
  const at = { createdAt: NOW, updatedAt: NOW };
  await conversations.create(scope, {
    ...{ id, personId: scope.personId, title: id, pinned: false, shared: false, folderId: null, model: null },
    ...at,
  });
  await addRun(scope, id, minutes);
}

async function addRun(scope: ReturnType<typeof newScope>, conversationId: string, minutes: number | null) {
  const ended = minutes === null ? {} : { status: "completed" as const, endedAt: NOW - minutes * 60_000 };
  const trace = newTrace(scope, { conversationId, lastSequence: 0, ...ended });
  await traces.create(scope, trace, [], []);
  await database.prisma.conversation.updateMany({
    where: { workspaceId: scope.workspaceId, id: conversationId },
    data: { headTraceId: trace.id },
  });
}

it("gives each ended conversation to one caller, and again after its next run", async () => {
  const scope = newScope();
  await addConversation(scope, "old", 60);
  await addConversation(scope, "new", 5);
  await addConversation(scope, "active", null);
  const taken = await Promise.all(
    [1, 2].map(async () => await endedConversations.take(scope, { before: NOW })),
  );
  expect(
    taken
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(["new", "old"]);
  expect(await endedConversations.take(scope, { before: NOW })).toEqual([]);
  await addRun(scope, "old", 1);
  expect(await endedConversations.take(scope, { before: NOW })).toEqual([
    { id: "old", endedAt: NOW - 60_000 },
  ]);
});

it("gives each person their own when several ask at once", async () => {
  const people = [newScope(), newScope(), newScope()];
  const ids = people.map((_, index) => `own-${String(index)}`);
  for (const [index, scope] of people.entries()) await addConversation(scope, ids[index] ?? "", 5 + index);
  const taken = await Promise.all(
    people.map(async (scope) => await endedConversations.take(scope, { before: NOW - 5.5 * 60_000 })),
  );
  // The first ended after the time that was asked for.
  expect(taken.map((found) => found.map(({ id }) => id))).toEqual([[], [ids[1]], [ids[2]]]);
});

it("lists the people with conversations that ended before a given time", async () => {
  const scope = newScope();
  await addConversation(scope, "old", 60);
  const isNamed = async (before: number): Promise<boolean> =>
    (await endedConversations.people(before)).some(
      ({ workspaceId, personId }) => workspaceId === scope.workspaceId && personId === scope.personId,
    );
  expect(await isNamed(NOW - 61 * 60_000)).toBe(false);
  expect(await isNamed(NOW)).toBe(true);
  await endedConversations.take(scope, { before: NOW });
  expect(await isNamed(NOW)).toBe(false);
});

it("leaves conversations that ended recently, were removed, or belong to someone else", async () => {
  const scope = newScope();
  await addConversation(scope, "young", 5);
  await addConversation(scope, "removed", 60);
  await conversations.remove(scope, "removed");
  expect(await endedConversations.take(scope, { before: NOW - 30 * 60_000 })).toEqual([]);
  expect(await endedConversations.take({ ...scope, personId: "other" }, { before: NOW })).toEqual([]);
  expect(await endedConversations.take(scope, { before: NOW, id: "removed" })).toEqual([]);
  expect(await endedConversations.take(scope, { before: NOW, id: "young" })).toHaveLength(1);
});
