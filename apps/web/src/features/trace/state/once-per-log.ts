/**
 * Returns a function with the results of `compute`, which runs once for each state of a log, however many parts of the page ask. Each state is an object of
 * its own; `others` are compared by identity.
 */
export function oncePerLog<Log extends object, Others extends readonly unknown[], Value>(
  compute: (log: Log, ...others: Others) => Value,
): (log: Log, ...others: Others) => Value {
  const known = new WeakMap<Log, { readonly others: Others; readonly value: Value }>();
  return (log, ...others) => {
    const before = known.get(log);
    if (before?.others.every((other, index) => Object.is(other, others[index])) === true) return before.value;
    const value = compute(log, ...others);
    known.set(log, { others, value });
    return value;
  };
}
