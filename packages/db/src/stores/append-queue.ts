import type { AppendBatch } from "@goaltrace/core/ports";
import { type BlobRow, toBlobRow } from "../rows/blob-row.ts";
import { referencedBlobs, type EntryRow, toRecordJson, toEntryRow } from "../rows/entry-row.ts";
import { writeProjection } from "../rows/trace-row.ts";
import { type FactChanges, factChanges } from "./trace-facts.ts";
import { GROUP_MAX_CHARACTERS, GROUP_MAX_ENTRIES, GROUP_MAX_TRACES } from "../tunables.ts";

/** A batch serialized once, with the promise callbacks of its caller. */
export type PendingAppend = {
  readonly batch: AppendBatch;
  readonly entries: readonly EntryRow[];
  /** The entries as comma-separated JSON items. */
  readonly records: string;
  readonly blobs: readonly BlobRow[];
  readonly blobReferences: ReadonlySet<string>;
  readonly projection: string;
  readonly facts: FactChanges;
  readonly characters: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
};

/** Consecutive batches of one trace in one group commit, under the same fence. A lane succeeds or fails as a whole. */
export type Lane = readonly [PendingAppend, ...PendingAppend[]];

/** Batches queued for a commit, by trace, in order of arrival. */
export type AppendQueue = {
  characters(): number;
  isEmpty(): boolean;
  add(append: PendingAppend): void;
  /** Takes the next group. Its traces are skipped until `release`. Empty when everything queued belongs to traces in flight. */
  takeGroup(): readonly Lane[];
  release(lanes: readonly Lane[]): void;
};

/** Serializes a batch before the commit, to keep that work out of it. */
export function prepareAppend(
  batch: AppendBatch,
  callbacks: Pick<PendingAppend, "resolve" | "reject">,
): PendingAppend {
  // The statement takes the workspace from the trace's row.
  const entries = batch.entries.map((entry) => toEntryRow(entry, ""));
  const blobs = batch.blobs.map(toBlobRow);
  const blobReferences = new Set<string>();
  batch.entries.forEach((entry, index) => {
    for (const hash of referencedBlobs(entry, entries[index]?.body ?? "")) blobReferences.add(hash);
  });
  const characters = [...entries.map((row) => row.body), ...blobs.map((row) => row.text)].reduce(
    (sum, text) => sum + text.length,
    0,
  );
  return {
    batch,
    entries,
    records: entries.map(toRecordJson).join(","),
    blobs,
    blobReferences,
    projection: writeProjection(batch.projection),
    facts: factChanges(batch.entries),
    characters,
    ...callbacks,
  };
}

export function createAppendQueue(): AppendQueue {
  const queued = new Map<string, PendingAppend[]>();
  const inFlight = new Set<string>();
  let characters = 0;

  function takeLane(traceId: string, budget: GroupBudget): Lane | undefined {
    const appends = queued.get(traceId) ?? [];
    const [first, ...rest] = appends;
    if (first === undefined || !budget.spend(first)) return undefined;
    const lane: [PendingAppend, ...PendingAppend[]] = [first];
    let previous = first;
    for (const next of rest) {
      if (!belongsToLane(previous, next) || !budget.spend(next)) break;
      lane.push(next);
      previous = next;
    }
    const remaining = appends.slice(lane.length);
    queued.delete(traceId);
    // The rest moves to the end of the queue, so that other traces come first next time.
    if (remaining.length > 0) queued.set(traceId, remaining);
    inFlight.add(traceId);
    return lane;
  }

  return {
    characters: () => characters,
    isEmpty: () => queued.size === 0,
    add(append) {
      characters += append.characters;
      const appends = queued.get(append.batch.traceId);
      if (appends === undefined) queued.set(append.batch.traceId, [append]);
      else appends.push(append);
    },
    takeGroup() {
      const budget = createGroupBudget();
      const lanes: Lane[] = [];
      for (const traceId of [...queued.keys()]) {
        if (inFlight.has(traceId)) continue;
        if (lanes.length >= GROUP_MAX_TRACES || budget.isSpent()) break;
        const lane = takeLane(traceId, budget);
        if (lane !== undefined) lanes.push(lane);
      }
      return lanes;
    },
    release(lanes) {
      for (const lane of lanes) {
        inFlight.delete(lane[0].batch.traceId);
        for (const append of lane) characters -= append.characters;
      }
    },
  };
}

type GroupBudget = { isSpent(): boolean; spend(append: PendingAppend): boolean };

/** Tracks the size limits of one group. The first batch always fits, however large. */
function createGroupBudget(): GroupBudget {
  let entries = 0;
  let characters = 0;
  const isSpent = (): boolean => entries >= GROUP_MAX_ENTRIES || characters >= GROUP_MAX_CHARACTERS;
  return {
    isSpent,
    spend(append) {
      if (isSpent()) return false;
      entries += append.entries.length;
      characters += append.characters;
      return true;
    },
  };
}

/** Only batches that must succeed or fail together share a lane. */
function belongsToLane(previous: PendingAppend, next: PendingAppend): boolean {
  return (
    next.batch.fence === previous.batch.fence &&
    next.batch.rootId === previous.batch.rootId &&
    next.entries[0]?.sequence === (previous.entries.at(-1)?.sequence ?? Number.NaN) + 1
  );
}
