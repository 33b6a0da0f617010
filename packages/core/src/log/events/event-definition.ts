import type { RunEventPayloads, RunEventType } from "../run-event.ts";
import type { EventDefinition, Upcast } from "./define-event.ts";
import { EVENTS } from "./index.ts";

const BY_TYPE: ReadonlyMap<unknown, (typeof EVENTS)[number]> = new Map(
  EVENTS.map((definition) => [definition.type, definition]),
);

/** Returns the definition of an event type. */
export function eventDefinition<Type extends RunEventType>(
  type: Type,
): EventDefinition<Type, RunEventPayloads[Type]> {
  const definition = BY_TYPE.get(type);
  if (!defines(definition, type)) throw new TypeError(`unknown event type: ${type}`);
  return definition;
}

/** Returns the upcasts of an event type; undefined for a type that this version does not know. */
export function eventUpcasts(type: unknown): readonly Upcast[] | undefined {
  const definition = BY_TYPE.get(type);
  return definition && (definition.upcasts ?? []);
}

/** Narrows a definition to the payload of its type. */
function defines<Type extends RunEventType>(
  definition: { readonly type: string } | undefined,
  type: Type,
): definition is EventDefinition<Type, RunEventPayloads[Type]> {
  return definition?.type === type;
}
