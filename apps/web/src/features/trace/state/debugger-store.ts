import type { Debugger } from "./debugger.ts";

/** Holds the state of the debugger and calls its listeners when it changes. */
export type DebuggerStore = {
  readonly get: () => Debugger;
  readonly set: (state: Debugger) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createDebuggerStore(initial: Debugger): DebuggerStore {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (state) => {
      if (state === current) return;
      current = state;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns a function that returns its previous argument while the next one is equal to it, field by field. */
export function createKeeper<Value>(): (next: Value) => Value {
  let kept: { readonly value: Value } | null = null;
  return (next) => {
    if (kept === null || !isShallowEqual(kept.value, next)) kept = { value: next };
    return kept.value;
  };
}

function isShallowEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (!isPlain(left) || !isPlain(right)) return false;
  const fields = Object.entries(left);
  return (
    fields.length === Object.keys(right).length &&
    fields.every(([name, value]) => Object.hasOwn(right, name) && Object.is(right[name], value))
  );
}

/** Whether a value is an object literal. Maps, sets and lists are compared by identity. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
