import type { OutlineEntry } from "@goaltrace/core/log";

/** A value that is built up entry by entry. It may change in place. */
export type EntryFold<Value> = { readonly add: (entry: OutlineEntry) => void; readonly value: () => Value };

/**
 * Returns a function with the fold of a log. If the log has grown in place since, only its new entries are added; with another log, or if one of the
 * options is another value than before, it begins again.
 */
export function foldOfLog<Options extends object, Value>(
  begin: (options: Options) => EntryFold<Value>,
): (entries: readonly OutlineEntry[], options: Options) => Value {
  type Known = { readonly options: Options; readonly fold: EntryFold<Value>; length: number };
  const logs = new WeakMap<readonly OutlineEntry[], Known>();
  return (entries, options) => {
    const before = logs.get(entries);
    const known =
      before !== undefined && isSame(before.options, options)
        ? before
        : { options, fold: begin(options), length: 0 };
    logs.set(entries, known);
    for (; known.length < entries.length; known.length += 1) {
      const entry = entries[known.length];
      if (entry !== undefined) known.fold.add(entry);
    }
    return known.fold.value();
  };
}

function isSame(left: object, right: object): boolean {
  const others = new Map(Object.entries(right));
  return Object.entries(left).every(([name, value]) => Object.is(value, others.get(name)));
}
