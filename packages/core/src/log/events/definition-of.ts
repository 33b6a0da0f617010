import type { RunEventPayloads, RunEventType } from "../run-event.ts";
import type { EventDefinition, Upcast } from "./define-event.ts";
import { EVENTS } from "./index.ts";

const BY_TYPE: ReadonlyMap<unknown, (typeof EVENTS)[number]> = new Map(
  EVENTS.map((definition) => [definition.type, definition]),
);

/** The definition of this type of event. */
export function definitionOf<Type extends RunEventType>(
  type: Type,
): EventDefinition<Type, RunEventPayloads[Type]> {
  const found = BY_TYPE.get(type);
  if (!defines(found, type)) throw new TypeError(`no event is defined as ${type}`);
  return found;
}

/** How older payloads of a type are brought up to date; undefined for a type that this version does not know. */
export function upcastsOf(type: unknown): readonly Upcast[] | undefined {
  const definition = BY_TYPE.get(type);
  return definition && (definition.upcasts ?? []);
}

/** A definition of a type is for the payloads of that type. */
function defines<Type extends RunEventType>(
  definition: { readonly type: string } | undefined,
  type: Type,
): definition is EventDefinition<Type, RunEventPayloads[Type]> {
  return definition?.type === type;
}
