import { z } from "zod";
import type { EntryBase } from "../entry-base.ts";
import { entryBaseSchema } from "../message-schema.ts";
import { openObject, type Stored } from "../open-object.ts";
import type { OutlineBody } from "../outline.ts";
import type { TraceProjection } from "../trace.ts";

/** Makes the payload of one version into that of the next. It must not throw, whatever the payload holds. */
export type Upcast = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** The definition of one type of event. */
export type EventDefinition<Type extends string, Data> = {
  readonly type: Type;
  readonly upcasts?: readonly Upcast[];
  readonly erase: (data: Data) => Data;
  readonly outline?: (data: Data, entry: EntryBase) => OutlineBody | null;
  readonly project?: (projection: TraceProjection, data: Data, at: number) => TraceProjection;
};

/**
 * Defines one type of event: noun first, past tense. An optional field can be added at any time; any other change needs a version.
 * - `data`: the schema of the payload, from which its type is inferred.
 * - `upcasts`: from version 1 to 2, from 2 to 3 and so on. Entries are written in the version after the last; default: version 1.
 * - `erase`: the payload without content: ids, names of tools and models, outcomes and counts stay; text, paths and names of blobs go.
 *   Erasing twice changes nothing.
 * - `outline`: what goal tree, graph and lists need of it, null for a payload that no view draws. Default: null. What changes stored outlines raises `OUTLINE_VERSION`.
 * - `project`: how it changes the projection of its trace. Default: not at all.
 */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types
export function defineEvent<const Type extends string, Schema extends z.ZodType>(
  type: Type,
  definition: { readonly data: Schema } & Omit<EventDefinition<Type, Stored<Schema>>, "type">,
) {
  const { data, ...rest } = definition;
  const handled: EventDefinition<Type, Stored<Schema>> = { type, ...rest };
  const entry = openObject({
    ...entryBaseSchema.shape,
    kind: z.literal("event"),
    type: z.literal(type),
    data,
  });
  return { ...handled, entry };
}

/** For events that hold no content to erase: ids, names, outcomes and counts only. */
export function nothingToErase<Data>(data: Data): Data {
  return data;
}
