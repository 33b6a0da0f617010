import type { OutlineEntry } from "./outline.ts";

type OutlineKind = OutlineEntry["k"];

/** An outlined entry of one kind. */
export type OutlineOf<Kind extends OutlineKind> = Extract<OutlineEntry, { readonly k: Kind }>;

/** A view's handlers by kind of outlined entry. */
export type OutlineHandlers<State, Result> = {
  readonly [Kind in OutlineKind]?: (state: State, entry: OutlineOf<Kind>) => Result;
};

/** Calls the handler for an outlined entry; returns undefined when there is none, including for kinds of a later version. */
export function handleOutline<State, Result, Kind extends OutlineKind>(
  handlers: OutlineHandlers<State, Result>,
  state: State,
  entry: OutlineOf<Kind> & { readonly k: Kind },
): Result | undefined {
  return handlers[entry.k]?.(state, entry);
}
