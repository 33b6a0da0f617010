import { buildLog } from "@goaltrace/core/testing";
import type { Scope } from "@goaltrace/core/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newScope, newTrace } from "../testing/fixture.ts";
import type { AnswerPosition } from "./logged-calls.ts";

const DAY_MS = 24 * 3_600_000;
const NOW = 1_800_000_000_000;

describe("answers in the log", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(process.env["DATABASE_URL"] ?? "");
  });
  afterAll(async () => {
    await database.close();
  });

  /** Stores a run with some answers; returns its id. */
  const create = async (
    scope: Scope,
    { createdAt, answers }: { readonly createdAt: number; readonly answers: number },
  ): Promise<string> => {
    const trace = newTrace(scope, { createdAt, lastSequence: answers + 1 });
    const log = buildLog({ traceId: trace.id });
    log.user("Look");
    for (let index = 0; index < answers; index += 1) log.assistant({ text: `Answer ${index}` });
    const entries = log.entries.map((entry) => ({ ...entry, id: `${trace.id} ${entry.sequence}` }));
    await database.traces.create(scope, trace, entries, []);
    return trace.id;
  };

  const read = async (scope: Scope, limit: number): Promise<readonly string[]> => {
    const found: string[] = [];
    let after: AnswerPosition | null = null;
    do {
      const page: Awaited<ReturnType<typeof database.loggedCalls.answers>> =
        await database.loggedCalls.answers(scope, { since: NOW - 30 * DAY_MS, after, limit });
      found.push(...page.items.map(({ traceId, entry }) => `${traceId}:${entry.sequence}`));
      after = page.next;
    } while (after !== null);
    return found;
  };

  it("come newest run first and each once, however small the parts are", async () => {
    const scope = newScope();
    const [old, same, twin, fresh] = [
      await create(scope, { createdAt: NOW - 31 * DAY_MS, answers: 2 }),
      await create(scope, { createdAt: NOW - 2 * DAY_MS, answers: 3 }),
      await create(scope, { createdAt: NOW - 2 * DAY_MS, answers: 2 }),
      await create(scope, { createdAt: NOW - DAY_MS, answers: 4 }),
    ];
    const whole = await read(scope, 100);
    expect(whole.slice(0, 4)).toEqual([2, 3, 4, 5].map((sequence) => `${fresh}:${sequence}`));
    expect(whole).toHaveLength(9);
    expect(whole.join()).not.toContain(old);
    expect(whole.filter((answer) => answer.startsWith(same))).toHaveLength(3);
    expect(whole.filter((answer) => answer.startsWith(twin))).toHaveLength(2);
    for (const limit of [1, 2, 3]) expect(await read(scope, limit)).toEqual(whole);
  });
});
