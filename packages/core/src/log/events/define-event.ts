import { z } from "zod";
import type { EntryBase } from "../entry-base.ts";
import { entryBaseSchema } from "../message-schema.ts";
import { openObject, type Stored } from "../open-object.ts";
import type { OutlineBody } from "../outline.ts";
import type { TraceProjection } from "../trace.ts";

/** Converts a payload of one version into the next. Must not throw for any payload. */
export type Upcast = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** The definition of one event type. */
export type EventDefinition<Type extends string, Data> = {
  readonly type: Type;
  readonly upcasts?: readonly Upcast[];
  readonly erase: (data: Data) => Data;
  readonly outline?: (data: Data, entry: EntryBase) => OutlineBody | null;
  readonly project?: (projection: TraceProjection, data: Data, at: number) => TraceProjection;
};

/**
 * Defines one event type, named noun first in the past tense. Optional fields can be added at any time; any other change needs a version.
 * - `data`: the schema of the payload; its type is inferred from it.
 * - `upcasts`: from version 1 to 2, from 2 to 3 and so on. Entries are written in the version that the last one returns; default: version 1.
 * - `erase`: removes content from the payload: ids, names of tools and models, outcomes and counts stay; text, paths and blob names go.
 *   Idempotent.
 * - `outline`: the data for goal tree, graph and lists; null (the default) when no view draws the payload. A change that affects stored outlines
 *   must raise `OUTLINE_VERSION`.
 * - `project`: applies the event to the projection of its trace. Default: no change.
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

/** For events without content to erase: only ids, names, outcomes and counts. */
export function nothingToErase<Data>(data: Data): Data {
  return data;
}
