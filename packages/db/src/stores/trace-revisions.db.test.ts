import { randomUUID } from "node:crypto";
import type { Trace } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newEntry, newScope, newTrace } from "../testing/fixture.ts";

describe("revisions of traces", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(process.env.DATABASE_URL ?? "");
  });
  afterAll(() => database.close());

  const createConversation = async (scope: Scope, shared: boolean): Promise<string> => {
    const id = randomUUID();
    const rest = { title: "Title", pinned: false, folderId: null, model: null, createdAt: 1, updatedAt: 1 };
    await database.conversations.create(scope, { id, personId: scope.personId, shared, ...rest });
    return id;
  };
  const createRun = async (
    scope: Scope,
    conversationId: string,
    origin: Trace | null = null,
  ): Promise<Trace> => {
    const sequence = (origin?.lastSequence ?? 0) + 1;
    const trace = newTrace(scope, {
      ...{ status: "completed", conversationId, lastSequence: sequence },
      origin: origin === null ? null : { kind: "forks", traceId: origin.id, sequence: sequence - 1 },
    });
    await database.traces.create(scope, trace, [newEntry(trace.id, sequence)], []);
    return trace;
  };

  it("are the same until an entry of the log is erased, in a log that the trace continues too", async () => {
    const scope = newScope();
    const first = await createRun(scope, await createConversation(scope, true));
    const later = await createRun(scope, await createConversation(scope, true), first);
    const read = async (): Promise<readonly (string | undefined)[]> =>
      await Promise.all([first, later].map(({ id }) => database.traceRevisions.of(scope, id)));
    const before = await read();
    expect(before).toEqual([expect.any(String), expect.any(String)]);
    expect(await read()).toEqual(before);
    await database.traces.erase(scope, first.id, 1);
    const after = await read();
    expect(after).toEqual([expect.any(String), expect.any(String)]);
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it("are unknown to a person who cannot see the trace, or one that it continues", async () => {
    const scope = newScope();
    const hidden = await createRun(scope, await createConversation(scope, false));
    const fork = await createRun(scope, await createConversation(scope, true), hidden);
    const later = await createRun(scope, await createConversation(scope, true), fork);
    const own = await createRun(scope, await createConversation(scope, true));
    const stranger = { ...scope, personId: randomUUID() };
    const read = async (person: Scope): Promise<readonly boolean[]> => {
      const runs = [hidden, fork, later, own].map(({ id }) => database.traceRevisions.of(person, id));
      return (await Promise.all(runs)).map((revision) => revision !== undefined);
    };
    expect(await read(scope)).toEqual([true, true, true, true]);
    expect(await read(stranger)).toEqual([false, false, false, true]);
    expect(await database.traceRevisions.of(newScope(), own.id)).toBeUndefined();
    expect(await database.traceRevisions.of(scope, randomUUID())).toBeUndefined();
  });
});
