/** Values by key, of which the least recently used are dropped beyond a limit. */
export type BoundedCache<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
};

/** Creates a cache whose values are at most `limit` large together, as `sizeOf` measures them. A larger value is not kept. */
export function createBoundedCache<Value>(
  limit: number,
  sizeOf: (value: Value) => number,
): BoundedCache<Value> {
  const kept = new Map<string, { readonly value: Value; readonly size: number }>();
  let total = 0;
  const drop = (key: string): void => {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      // The order of a map is that of insertion.
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value) {
      drop(key);
      const size = sizeOf(value);
      if (size > limit) return;
      kept.set(key, { value, size });
      total += size;
      for (const oldest of kept.keys()) {
        if (total <= limit) return;
        drop(oldest);
      }
    },
  };
}
