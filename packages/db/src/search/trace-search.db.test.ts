import { randomUUID } from "node:crypto";
import type { Entry, LogSegment } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newEntry, newScope, newTrace } from "../testing/fixture.ts";

const url = process.env["DATABASE_URL"] ?? "";

function failedCall(traceId: string, sequence: number, message: string): Entry {
  return {
    ...{ id: randomUUID(), traceId, sequence, version: 1, at: 1_700_000_000_000 + sequence, goalId: "root" },
    ...{ kind: "event", type: "call.failed", description: message },
    data: { callId: "c", attempts: 1, failure: { code: "MODEL_UNAVAILABLE", message, fix: "Wait." } },
  };
}

describe("search in one log", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(url);
  });
  afterAll(async () => {
    await database.close();
  });

  const create = async (scope: Scope, texts: readonly string[]): Promise<LogSegment> => {
    const trace = newTrace(scope);
    const entries = texts.map((text, index) =>
      text.startsWith("!")
        ? failedCall(trace.id, index + 1, text.slice(1))
        : newEntry(trace.id, index + 1, text),
    );
    await database.traces.create(scope, { ...trace, lastSequence: entries.length }, entries, []);
    return { traceId: trace.id, from: 1, to: entries.length };
  };
  const find = async (
    scope: Scope,
    segments: readonly LogSegment[],
    text: string,
    page: { readonly after?: number; readonly limit?: number } = {},
  ): Promise<number[]> => {
    const request = { text, after: 0, limit: 100, ...page };
    return (await database.traceSearch.candidates(scope, segments, request)).map((entry) => entry.sequence);
  };
  /** Simulates a long log by extending its segment far beyond the stored entries. */
  const long = (segment: LogSegment, to = 100_000): LogSegment => ({ ...segment, to });

  it("finds any part of a word in a short log and takes wildcards literally", async () => {
    const scope = newScope();
    const log = [
      await create(scope, ["Alpha checkout", 'say "100%" twice', "!quota of 100x gone", "under_score"]),
    ];
    expect(await find(scope, log, "ECKOU")).toEqual([1]);
    expect(await find(scope, log, '"100%')).toEqual([2]);
    expect(await find(scope, log, "quota")).toEqual([3]);
    expect(await find(scope, log, "r_s")).toEqual([4]);
    expect(await find(scope, log, "%_")).toEqual([]);
  });

  it.each([20_000, 100_000])(
    "finds words and their prefixes in a log of %i, in events too",
    async (length) => {
      const scope = newScope();
      const texts = ["Alpha checkout", "beta", "!checkout refused", "gamma check"];
      const log = [long(await create(scope, texts), length)];
      expect(await find(scope, log, "check")).toEqual([1, 3, 4]);
      expect(await find(scope, log, "check", { limit: 1 })).toEqual([1]);
      expect(await find(scope, log, "check", { limit: 2 })).toEqual([1, 3]);
      expect(await find(scope, log, "check", { after: 1, limit: 1 })).toEqual([3]);
      expect(await find(scope, log, "eckou")).toEqual([3]);
      expect(await find(scope, log, "=>")).toEqual([]);
    },
  );

  it("reads only the segments of a log that continues from another", async () => {
    const scope = newScope();
    const first = await create(scope, ["needle one", "needle two", "needle three"]);
    const next = newTrace(scope, { origin: { traceId: first.traceId, sequence: 2, kind: "continues" } });
    await database.traces.create(
      scope,
      { ...next, lastSequence: 3 },
      [newEntry(next.id, 3, "needle four")],
      [],
    );
    const segments = [
      { ...first, to: 2 },
      { traceId: next.id, from: 3, to: 3 },
    ];
    expect(await find(scope, segments, "needle")).toEqual([1, 2, 3]);
    const longer = [
      { ...first, to: 2 },
      { traceId: next.id, from: 3, to: 50_000 },
    ];
    const shorter = [longer[0] ?? first, { traceId: next.id, from: 3, to: 20_000 }];
    for (const segments of [longer, shorter]) {
      expect(await find(scope, segments, "needle")).toEqual([1, 2, 3]);
      expect(await find(scope, segments, "needle", { limit: 2 })).toEqual([1, 2]);
      expect(await find(scope, segments, "three")).toEqual([]);
    }
  });

  it("finds nothing from another workspace", async () => {
    const log = await create(newScope(), ["needle"]);
    expect(await find(newScope(), [log], "needle")).toEqual([]);
    expect(await find(newScope(), [long(log)], "needle")).toEqual([]);
  });
});
