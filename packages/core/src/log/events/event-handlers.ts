import type { RunEventByType, RunEventType } from "../run-event.ts";

/** An event of one type. */
export type EventOf<Type extends RunEventType> = RunEventByType[Type];

/**
 * Handlers of a fold by event type; a type without a handler leaves the state unchanged. `Result` is the next state, or `void` for a fold
 * that changes its state in place.
 */
export type EventHandlers<State, Result = State> = {
  readonly [Type in RunEventType]?: (state: State, event: RunEventByType[Type]) => Result;
};

/** Calls the handler for an event; returns undefined when there is none. */
export function handleEvent<State, Result, Type extends RunEventType>(
  handlers: EventHandlers<State, Result>,
  state: State,
  event: RunEventByType[Type],
): Result | undefined {
  return handlers[event.type]?.(state, event);
}
