import type { EntryDraft } from "./entry.ts";
import { eventDefinition } from "./events/event-definition.ts";
import type { EventDefinition } from "./events/define-event.ts";

/** The version in which messages are written. */
export const MESSAGE_VERSION = 1;

/** Returns the version in which an entry is written; each event type has its own. */
export function entryVersion(draft: EntryDraft): number {
  return draft.kind === "message" ? MESSAGE_VERSION : eventVersion(eventDefinition(draft.type));
}

/** The current version of an event type: the number of its upcasts plus one. */
export function eventVersion({ upcasts = [] }: Pick<EventDefinition<string, never>, "upcasts">): number {
  return upcasts.length + 1;
}
