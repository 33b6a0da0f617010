/** The range of sequences in the main panel, both ends included. */
export type SequenceWindow = { readonly from: number; readonly to: number };

/**
 * The visible range of the main panel, stored outside React because it changes with every scrolled pixel and only the scrubber reads it.
 */
export type ShownWindow = {
  readonly get: () => SequenceWindow | null;
  readonly set: (shown: SequenceWindow | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createShownWindow(): ShownWindow {
  let current: SequenceWindow | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (shown) => {
      if (current?.from === shown?.from && current?.to === shown?.to) return;
      current = shown;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
