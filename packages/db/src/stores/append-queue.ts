import type { AppendBatch } from "@goaltrace/core";
import { type BlobRow, blobRowOf } from "../rows/blob-row.ts";
import { blobsNamedBy, type EntryRow, recordOf, rowOf } from "../rows/entry-row.ts";
import { writeProjection } from "../rows/trace-row.ts";
import { type FactChanges, factChangesOf } from "./trace-facts.ts";
import { GROUP_MAX_CHARACTERS, GROUP_MAX_ENTRIES, GROUP_MAX_TRACES } from "../tunables.ts";

/** A batch, serialised once, with whoever waits for it. */
export type PendingAppend = {
  readonly batch: AppendBatch;
  readonly entries: readonly EntryRow[];
  /** The entries as items of a JSON array. */
  readonly records: string;
  readonly blobs: readonly BlobRow[];
  readonly names: ReadonlySet<string>;
  readonly projection: string;
  readonly facts: FactChanges;
  readonly characters: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
};

/** The batches of one trace in one group commit: they follow each other and hold under the same fence. */
export type Lane = readonly [PendingAppend, ...PendingAppend[]];

/** Batches that wait for a commit, trace by trace, in the order of their arrival. */
export type AppendQueue = {
  characters(): number;
  isEmpty(): boolean;
  add(append: PendingAppend): void;
  /** Takes the next group; its traces are left alone until `done`. Empty when all that waits is under way. */
  take(): readonly Lane[];
  done(lanes: readonly Lane[]): void;
};

/** Serialises a batch. The work is done here, outside the commit. */
export function prepareAppend(
  batch: AppendBatch,
  waiter: Pick<PendingAppend, "resolve" | "reject">,
): PendingAppend {
  // The statement takes the workspace from the trace's row.
  const entries = batch.entries.map((entry) => rowOf(entry, ""));
  const blobs = batch.blobs.map(blobRowOf);
  const names = new Set<string>();
  batch.entries.forEach((entry, index) => {
    for (const hash of blobsNamedBy(entry, entries[index]?.body ?? "")) names.add(hash);
  });
  const characters = [...entries.map((row) => row.body), ...blobs.map((row) => row.text)].reduce(
    (sum, text) => sum + text.length,
    0,
  );
  return {
    batch,
    entries,
    records: entries.map(recordOf).join(","),
    blobs,
    names,
    projection: writeProjection(batch.projection),
    facts: factChangesOf(batch.entries),
    characters,
    ...waiter,
  };
}

export function createAppendQueue(): AppendQueue {
  const waiting = new Map<string, PendingAppend[]>();
  const underWay = new Set<string>();
  let characters = 0;

  function takeLane(traceId: string, budget: GroupBudget): Lane | undefined {
    const appends = waiting.get(traceId) ?? [];
    const [first, ...rest] = appends;
    if (first === undefined || !budget.spend(first)) return undefined;
    const lane: [PendingAppend, ...PendingAppend[]] = [first];
    let previous = first;
    for (const next of rest) {
      if (!follows(previous, next) || !budget.spend(next)) break;
      lane.push(next);
      previous = next;
    }
    const left = appends.slice(lane.length);
    waiting.delete(traceId);
    // To the end of the line: other traces come first next time.
    if (left.length > 0) waiting.set(traceId, left);
    underWay.add(traceId);
    return lane;
  }

  return {
    characters: () => characters,
    isEmpty: () => waiting.size === 0,
    add(append) {
      characters += append.characters;
      const appends = waiting.get(append.batch.traceId);
      if (appends === undefined) waiting.set(append.batch.traceId, [append]);
      else appends.push(append);
    },
    take() {
      const budget = createGroupBudget();
      const lanes: Lane[] = [];
      for (const traceId of [...waiting.keys()]) {
        if (underWay.has(traceId)) continue;
        if (lanes.length >= GROUP_MAX_TRACES || budget.isSpent()) break;
        const lane = takeLane(traceId, budget);
        if (lane !== undefined) lanes.push(lane);
      }
      return lanes;
    },
    done(lanes) {
      for (const lane of lanes) {
        underWay.delete(lane[0].batch.traceId);
        for (const append of lane) characters -= append.characters;
      }
    },
  };
}

type GroupBudget = { isSpent(): boolean; spend(append: PendingAppend): boolean };

/** What fits into one group; its first batch always does, however large. */
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

/** Only batches that must fail and succeed together share a lane. */
function follows(previous: PendingAppend, next: PendingAppend): boolean {
  return (
    next.batch.fence === previous.batch.fence &&
    next.batch.rootId === previous.batch.rootId &&
    next.entries[0]?.sequence === (previous.entries.at(-1)?.sequence ?? Number.NaN) + 1
  );
}
