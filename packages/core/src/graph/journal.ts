/**
 * Makes the changes of a fold. One that records can take them back, newest first, at the cost of the changes themselves: the fold then moves along
 * its log in both directions.
 */
export type Journal = {
  set<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void;
  unset<Key>(map: Map<Key, unknown>, key: Key): void;
  add<Item>(set: Set<Item>, item: Item): void;
  /** Returns false if the set does not have the item. */
  remove<Item>(set: Set<Item>, item: Item): boolean;
  /** Returns the index of the item. */
  push<Item>(list: Item[], item: Item): number;
  replace<Item>(list: Item[], index: number, item: Item): void;
  splice<Item>(list: Item[], at: number, change: Splice<Item>): void;
  /** Announces a change of fields that the target already has. */
  keep(target: object): void;
};

type Splice<Item> = { readonly remove: number; readonly insert: readonly Item[] };

/** A journal that can take changes back. */
export type RecordingJournal = Journal & {
  /** Returns the number of changes that can be taken back. */
  readonly length: () => number;
  /** Takes back the newest changes until this many are left. */
  readonly undoTo: (length: number) => void;
  /** Keeps this many of the oldest changes forever, which frees what their return would need. */
  readonly forget: (count: number) => void;
};

/** Makes changes without recording them, for a log that only grows. */
export const NO_JOURNAL: Journal = {
  set: (map, key, value) => void map.set(key, value),
  unset: (map, key) => void map.delete(key),
  add: (set, item) => void set.add(item),
  remove: (set, item) => set.delete(item),
  push: (list, item) => list.push(item) - 1,
  replace: (list, index, item) => {
    list[index] = item;
  },
  splice: (list, at, { remove, insert }) => void list.splice(at, remove, ...insert),
  keep: () => undefined,
};

/** Creates a journal that records. Maps in it hold no undefined values. */
export function createJournal(): RecordingJournal {
  const undos: (() => unknown)[] = [];
  return {
    set: (map, key, value) => {
      const before = map.get(key);
      undos.push(before === undefined ? () => map.delete(key) : () => map.set(key, before));
      map.set(key, value);
    },
    unset: (map, key) => {
      const before = map.get(key);
      if (map.delete(key)) undos.push(() => map.set(key, before));
    },
    add: (set, item) => {
      if (set.has(item)) return;
      undos.push(() => set.delete(item));
      set.add(item);
    },
    remove: (set, item) => {
      const had = set.delete(item);
      if (had) undos.push(() => set.add(item));
      return had;
    },
    push: (list, item) => {
      undos.push(() => list.pop());
      return list.push(item) - 1;
    },
    replace: (list, index, item) => {
      const before = list.slice(index, index + 1);
      undos.push(() => list.splice(index, before.length, ...before));
      list[index] = item;
    },
    splice: (list, at, { remove, insert }) => {
      // As `splice` reads them: from the end, and not beyond it.
      const from = at < 0 ? Math.max(0, list.length + at) : Math.min(at, list.length);
      const removed = list.splice(from, remove, ...insert);
      undos.push(() => list.splice(from, insert.length, ...removed));
    },
    keep: (target) => {
      const before = { ...target };
      undos.push(() => Object.assign(target, before));
    },
    length: () => undos.length,
    undoTo: (length) => {
      while (undos.length > length) undos.pop()?.();
    },
    forget: (count) => void undos.splice(0, count),
  };
}
