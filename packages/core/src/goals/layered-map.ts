/**
 * A persistent map, cheap enough for one change per entry of a long log: a shared base plus a small overlay. A change copies only the
 * overlay, which is merged into a new base once it outgrows the square root of the base. A change therefore costs O(√n), while old versions
 * stay valid and readable at full speed.
 */
type Layers<V> = {
  readonly base: ReadonlyMap<string, V>;
  readonly overlay: ReadonlyMap<string, V>;
  readonly size: number;
};

/** Below this size, a full copy is as cheap as layering. */
const SMALL_OVERLAY = 16;

/** One instance per value type: a layered map is recognized by looking it up in its instance. */
export type LayeredMaps<V> = {
  /** Returns the map with one entry set; `map` itself is unchanged. A plain `Map` becomes a base and must not be mutated afterwards. */
  withEntry(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V>;
};

/** Creates a family of layered maps. Iteration order is first insertion, as with `Map`. */
export function layeredMaps<V>(): LayeredMaps<V> {
  const layersByMap = new WeakMap<ReadonlyMap<string, V>, Layers<V>>();

  const read = (layers: Layers<V>): ReadonlyMap<string, V> => {
    const { base, overlay, size } = layers;
    const merged = (): Map<string, V> => merge(layers);
    const map: ReadonlyMap<string, V> = {
      size,
      // Entries are never removed and values are never undefined, so one lookup per layer suffices.
      get: (key) => overlay.get(key) ?? base.get(key),
      has: (key) => overlay.has(key) || base.has(key),
      forEach: (visit) => merged().forEach((value, key) => visit(value, key, map)),
      entries: () => merged().entries(),
      keys: () => merged().keys(),
      values: () => merged().values(),
      [Symbol.iterator]: () => merged()[Symbol.iterator](),
    };
    layersByMap.set(map, layers);
    return map;
  };

  return {
    withEntry: (map, key, value) => {
      const existing = layersByMap.get(map);
      if (existing === undefined && map.size < SMALL_OVERLAY) return new Map(map).set(key, value);
      const layers = existing ?? { base: map, overlay: new Map<string, V>(), size: map.size };
      const overlay = new Map(layers.overlay).set(key, value);
      const size = map.has(key) ? layers.size : layers.size + 1;
      const next = { base: layers.base, overlay, size };
      if (overlay.size <= SMALL_OVERLAY || overlay.size ** 2 <= layers.base.size) return read(next);
      return read({ base: merge(next), overlay: new Map(), size });
    },
  };
}

function merge<V>(layers: Layers<V>): Map<string, V> {
  const merged = new Map(layers.base);
  for (const [key, value] of layers.overlay) merged.set(key, value);
  return merged;
}
