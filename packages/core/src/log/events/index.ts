import { z } from "zod";
import type { RunEventPayloads, RunEventType } from "../run-event.ts";
import { CALL_EVENTS } from "./call-events.ts";
import { COMPACTION_EVENTS } from "./compaction-events.ts";
import { CONTEXT_EVENTS } from "./context-events.ts";
import type { EventDefinition } from "./define-event.ts";
import { GOAL_EVENTS } from "./goal-events.ts";
import { SIGNAL_EVENTS } from "./signal-events.ts";
import { TOOL_EVENTS } from "./tool-events.ts";
import { TRACE_EVENTS } from "./trace-events.ts";

/** Every type of event that this version knows. The only place where one is defined. */
export const EVENTS = [
  ...TRACE_EVENTS,
  ...CALL_EVENTS,
  ...TOOL_EVENTS,
  ...GOAL_EVENTS,
  ...CONTEXT_EVENTS,
  ...COMPACTION_EVENTS,
  ...SIGNAL_EVENTS,
] as const;

const [first, ...others] = EVENTS;

/** An event of any type this version knows. */
export const runEventSchema = z.discriminatedUnion("type", [
  first.entry,
  ...others.map((definition) => definition.entry),
]);

const BY_TYPE: ReadonlyMap<RunEventType, (typeof EVENTS)[number]> = new Map(
  EVENTS.map((definition) => [definition.type, definition]),
);

/** What the log does with events of this type. */
export function definitionOf<Type extends RunEventType>(
  type: Type,
): EventDefinition<Type, RunEventPayloads[Type]> {
  const found = BY_TYPE.get(type);
  if (!defines(found, type)) throw new TypeError(`no event is defined as ${type}`);
  return found;
}

/** A definition of a type is for the payloads of that type. */
function defines<Type extends RunEventType>(
  definition: { readonly type: string } | undefined,
  type: Type,
): definition is EventDefinition<Type, RunEventPayloads[Type]> {
  return definition?.type === type;
}
