import type { RunEvent, RunEventType } from "../run-event.ts";

/** One event of a given type. */
export type EventOf<Type extends RunEventType> = Extract<RunEvent, { readonly type: Type }>;

/**
 * What a fold does with the events that concern it; a type without a handler leaves the state alone. `Result` is the next state, or `void`
 * for a fold that changes its state in place.
 */
export type EventHandlers<State, Result = State> = {
  readonly [Type in RunEventType]?: (state: State, event: EventOf<Type>) => Result;
};

/** Calls the handler for an event; undefined when there is none. */
export function handleEvent<State, Result, Type extends RunEventType>(
  handlers: EventHandlers<State, Result>,
  state: State,
  event: EventOf<Type> & { readonly type: Type },
): Result | undefined {
  return handlers[event.type]?.(state, event);
}
