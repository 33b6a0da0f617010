import { applyEntry, applyTiming, createGraph, createJournal, createTiming } from "@goaltrace/core/graph";
import type { RecordingJournal } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { lengthAt } from "./length-at.ts";
import type { ShownLog } from "./shown-log.ts";
import { indexAt } from "./trace-model.ts";

/** The number of latest entries that can be undone; their changes take about 0.5 kB each. Going back further folds the log again. */
const RETURN_ENTRIES = 50_000;

/** Returns the state of a log at any of its sequences. */
export type StateAsOf = {
  /** Returns the state after the last entry at or before `sequence`. Graph and timing are valid until the next call. */
  readonly at: (sequence: number) => ShownLog;
  /** Returns the number of entries applied and taken back so far, for a test that asserts that stepping is cheap. */
  readonly steps: () => number;
};

/**
 * Creates the state of a log. A step forward applies the entries in between, a step back takes them back: both cost the entries between
 * the moments, however long the log is. `entries` may grow, but existing entries must not change.
 * @param returnEntries how many of the latest entries can be taken back
 */
export function createStateAsOf(
  entries: readonly OutlineEntry[],
  returnEntries: number = RETURN_ENTRIES,
): StateAsOf {
  const common = { entries, returnEntries };
  const graphs = createMovingFold({
    ...common,
    create: (journal) => createGraph("", journal),
    apply: applyEntry,
  });
  const timings = createMovingFold({ ...common, create: createTiming, apply: applyTiming });
  return {
    at: (sequence) => {
      const count = indexAt(entries, sequence) + 1;
      return {
        graph: graphs.moveTo(count),
        entries: entries.slice(0, count),
        length: count,
        timing: () => timings.moveTo(count),
        took: () => lengthAt(entries, count),
      };
    },
    steps: () => graphs.steps() + timings.steps(),
  };
}

type Fold<State> = {
  readonly entries: readonly OutlineEntry[];
  readonly returnEntries: number;
  readonly create: (journal: RecordingJournal) => State;
  readonly apply: (state: State, entry: OutlineEntry) => void;
};

type MovingFold<State> = {
  /** Returns the fold of this many entries, which the next call changes. */
  readonly moveTo: (count: number) => State;
  readonly steps: () => number;
};

/** Creates a fold that moves along its log. */
function createMovingFold<State>({ entries, returnEntries, create, apply }: Fold<State>): MovingFold<State> {
  let journal = createJournal();
  let state = create(journal);
  /** Per entry that can be taken back, the length of the journal before it; `from` entries are before the first of them. */
  let lengths: number[] = [];
  let from = 0;
  let steps = 0;

  const restart = (): void => {
    journal = createJournal();
    state = create(journal);
    journal.forget(journal.length());
    [lengths, from] = [[], 0];
  };
  const goBack = (count: number): void => {
    steps += from + lengths.length - count;
    journal.undoTo(lengths[count - from] ?? 0);
    lengths.length = count - from;
  };
  /** Half of them together, so that the average cost is constant. */
  const forget = (): void => {
    const count = Math.ceil(lengths.length / 2);
    const length = lengths[count] ?? 0;
    journal.forget(length);
    lengths = lengths.slice(count).map((before) => before - length);
    from += count;
  };
  restart();
  return {
    moveTo: (count) => {
      const here = from + lengths.length;
      // For a moment far before this one, the beginning of the log is nearer.
      if (count < from || count < here - count) restart();
      else if (count < here) goBack(count);
      for (let index = from + lengths.length; index < count; index += 1) {
        if (lengths.length === returnEntries) forget();
        const entry = entries[index];
        lengths.push(journal.length());
        if (entry) apply(state, entry);
        steps += 1;
      }
      return state;
    },
    steps: () => steps,
  };
}
