import type { OutlineEntry } from "./outline.ts";

type OutlineKind = OutlineEntry["k"];

/** One outlined entry of a given kind. */
export type OutlineOf<Kind extends OutlineKind> = Extract<OutlineEntry, { readonly k: Kind }>;

/** A view's handlers for the kinds of outlined entries that it treats in a special way. */
export type OutlineHandlers<State, Result> = {
  readonly [Kind in OutlineKind]?: (state: State, entry: OutlineOf<Kind>) => Result;
};

/** Calls the handler for an outlined entry; undefined when there is none, also for a kind of a later version. */
export function handleOutline<State, Result, Kind extends OutlineKind>(
  handlers: OutlineHandlers<State, Result>,
  state: State,
  entry: OutlineOf<Kind> & { readonly k: Kind },
): Result | undefined {
  return handlers[entry.k]?.(state, entry);
}
