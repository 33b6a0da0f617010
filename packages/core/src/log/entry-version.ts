import type { EntryDraft } from "./entry.ts";
import { definitionOf } from "./events/definition-of.ts";
import type { EventDefinition } from "./events/define-event.ts";

/** The version that messages are written with. */
export const MESSAGE_VERSION = 1;

/** The version that an entry is written with: each type of event has its own. */
export function versionOf(draft: EntryDraft): number {
  return draft.kind === "message" ? MESSAGE_VERSION : eventVersion(definitionOf(draft.type));
}

/** The version of a type of event: one more than there are upcasts. */
export function eventVersion({ upcasts = [] }: Pick<EventDefinition<string, never>, "upcasts">): number {
  return upcasts.length + 1;
}
