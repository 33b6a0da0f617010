/**
 * A map whose every change is a new map, cheap enough for one change per entry of a long log: a shared base plus a small overlay. A change
 * copies the overlay only, and the overlay is merged into a new base once it outgrows the square root of the base. So a change costs
 * O(√n), while old versions stay valid and readable at full speed.
 */
type Layers<V> = {
  readonly base: ReadonlyMap<string, V>;
  readonly overlay: ReadonlyMap<string, V>;
  readonly size: number;
};

/** Below this size copying whole is as cheap as layering. */
const SMALL_OVERLAY = 16;

/** One keeper per kind of value, because a layered map is told apart from a plain one by looking it up here. */
export type LayeredMaps<V> = {
  /** The map with one entry set; `map` itself is unchanged. A plain `Map` is taken as a base and must not be mutated afterwards. */
  withEntry(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V>;
};

/** Creates a family of layered maps. Iteration order is the order of first insertion, as with `Map`. */
export function layeredMaps<V>(): LayeredMaps<V> {
  const layersOfMap = new WeakMap<ReadonlyMap<string, V>, Layers<V>>();

  const read = (layers: Layers<V>): ReadonlyMap<string, V> => {
    const { base, overlay, size } = layers;
    const merged = (): Map<string, V> => merge(layers);
    const map: ReadonlyMap<string, V> = {
      size,
      // Goals are never removed and their values never undefined, so one look-up per layer decides.
      get: (key) => overlay.get(key) ?? base.get(key),
      has: (key) => overlay.has(key) || base.has(key),
      forEach: (visit) => merged().forEach((value, key) => visit(value, key, map)),
      entries: () => merged().entries(),
      keys: () => merged().keys(),
      values: () => merged().values(),
      [Symbol.iterator]: () => merged()[Symbol.iterator](),
    };
    layersOfMap.set(map, layers);
    return map;
  };

  return {
    withEntry: (map, key, value) => {
      const known = layersOfMap.get(map);
      if (known === undefined && map.size < SMALL_OVERLAY) return new Map(map).set(key, value);
      const layers = known ?? { base: map, overlay: new Map<string, V>(), size: map.size };
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
