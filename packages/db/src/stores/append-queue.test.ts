import { describe, expect, it } from "vitest";
import type { Lease } from "@goaltrace/core/ports";
import { newBatch, newEntry, newScope, newTrace } from "../testing/fixture.ts";
import { GROUP_MAX_CHARACTERS, GROUP_MAX_ENTRIES, GROUP_MAX_TRACES } from "../tunables.ts";
import { createAppendQueue, type Lane, type PendingAppend, prepareAppend } from "./append-queue.ts";

const traces = new Map(
  Array.from({ length: GROUP_MAX_TRACES + 2 }, (_, index) => [
    `t${index}`,
    newTrace(newScope(), { id: `t${index}`, rootId: `t${index}` }),
  ]),
);

/** An append of some entries to a trace; `characters` replaces its size. */
function append(
  traceId: string,
  first: number,
  more: { count?: number; fence?: number; rootId?: string; characters?: number } = {},
): PendingAppend {
  const trace = traces.get(traceId);
  if (trace === undefined) throw new Error(traceId);
  const lease: Lease = { rootId: traceId, owner: "worker", fence: more.fence ?? 1, until: 0 };
  const entries = Array.from({ length: more.count ?? 1 }, (_, index) => newEntry(traceId, first + index));
  const batch = { ...newBatch(trace, lease, entries), rootId: more.rootId ?? traceId };
  const prepared = prepareAppend(batch, { resolve: () => undefined, reject: () => undefined });
  return more.characters === undefined ? prepared : { ...prepared, characters: more.characters };
}

/** The first and last sequence number of each lane, by trace. */
const shape = (lanes: readonly Lane[]): unknown[] =>
  lanes.map((lane) => [
    lane[0].batch.traceId,
    ...lane.map(({ entries }) => entries.map(({ sequence }) => sequence).join(" ")),
  ]);

function queueOf(...appends: readonly PendingAppend[]): ReturnType<typeof createAppendQueue> {
  const queue = createAppendQueue();
  for (const pending of appends) queue.add(pending);
  return queue;
}

describe("a group", () => {
  it("takes the consecutive appends of each trace as one lane, in order of arrival", () => {
    const queue = queueOf(append("t1", 5), append("t0", 2, { count: 2 }), append("t1", 6), append("t0", 4));
    expect(shape(queue.takeGroup())).toEqual([
      ["t1", "5", "6"],
      ["t0", "2 3", "4"],
    ]);
    expect(queue.isEmpty()).toBe(true);
  });

  it("separates appends under different fences, of different roots, and with a gap between them", () => {
    for (const second of [
      append("t0", 3, { fence: 2 }),
      append("t0", 3, { rootId: "t1" }),
      append("t0", 4),
      append("t0", 2),
    ]) {
      const queue = queueOf(append("t0", 2), second);
      const lanes = queue.takeGroup();
      expect(shape(lanes)).toEqual([["t0", "2"]]);
      expect(queue.isEmpty()).toBe(false);
      expect(queue.takeGroup()).toEqual([]);
      queue.release(lanes);
      expect(shape(queue.takeGroup())).toEqual([["t0", String(second.entries[0]?.sequence)]]);
    }
  });

  it("skips traces in flight and takes what arrived for others", () => {
    const queue = queueOf(append("t0", 2));
    const first = queue.takeGroup();
    queue.add(append("t0", 3));
    queue.add(append("t1", 2));
    expect(shape(queue.takeGroup())).toEqual([["t1", "2"]]);
    queue.release(first);
    expect(shape(queue.takeGroup())).toEqual([["t0", "3"]]);
  });

  it("takes a limited number of traces, and lets the others go first next time", () => {
    const ids = Array.from({ length: GROUP_MAX_TRACES + 1 }, (_, index) => `t${index}`);
    const queue = queueOf(...ids.map((id) => append(id, 2)));
    queue.add(append("t0", 4));
    const lanes = queue.takeGroup();
    expect(lanes).toHaveLength(GROUP_MAX_TRACES);
    queue.release(lanes);
    expect(shape(queue.takeGroup())).toEqual([
      [ids.at(-1), "2"],
      ["t0", "4"],
    ]);
  });

  it("ends with the append that reaches its number of entries or characters", () => {
    const half = { count: 1, characters: GROUP_MAX_CHARACTERS / 2 };
    expect(shape(queueOf(append("t0", 2, half), append("t1", 2, half), append("t2", 2)).takeGroup())).toEqual(
      [
        ["t0", "2"],
        ["t1", "2"],
      ],
    );
    const almost = { count: 1, characters: GROUP_MAX_CHARACTERS - 1 };
    const queue = queueOf(append("t0", 2, almost), append("t0", 3, half), append("t0", 4));
    expect(shape(queue.takeGroup())).toEqual([["t0", "2", "3"]]);
    const many = queueOf(append("t0", 2, { count: GROUP_MAX_ENTRIES }), append("t0", 2 + GROUP_MAX_ENTRIES));
    expect(many.takeGroup()[0]).toHaveLength(1);
    const fewer = queueOf(
      append("t0", 2, { count: GROUP_MAX_ENTRIES - 1 }),
      append("t0", 1 + GROUP_MAX_ENTRIES),
    );
    expect(fewer.takeGroup()[0]).toHaveLength(2);
  });

  it("takes a first append of any size", () => {
    const queue = queueOf(append("t0", 2, { characters: 10 * GROUP_MAX_CHARACTERS }), append("t1", 2));
    expect(shape(queue.takeGroup())).toEqual([["t0", "2"]]);
  });
});

it("counts characters until their appends have settled", () => {
  const queue = queueOf(append("t0", 2, { characters: 5 }), append("t1", 2, { characters: 7 }));
  expect(queue.characters()).toBe(12);
  const lanes = queue.takeGroup();
  queue.add(append("t0", 3, { characters: 1 }));
  expect(queue.characters()).toBe(13);
  queue.release(lanes);
  expect(queue.characters()).toBe(1);
});

it("counts the characters of entries and content", () => {
  const pending = append("t0", 2, { count: 2 });
  const bodies = pending.entries.reduce((sum, entry) => sum + entry.body.length, 0);
  expect(pending.characters).toBe(bodies);
  const blob = { sha256: "ab", mediaType: "text/plain", encoding: "utf8", text: "content" } as const;
  const callbacks = { resolve: () => undefined, reject: () => undefined };
  const withBlob = prepareAppend({ ...pending.batch, blobs: [blob] }, callbacks);
  expect(withBlob.characters).toBe(bodies + "content".length);
  expect(JSON.parse(`[${withBlob.records}]`)).toHaveLength(2);
});
