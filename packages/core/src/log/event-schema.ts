import { z } from "zod";
import { entryBaseSchema } from "./message-schema.ts";

/** The schema of one event type; loose, so that a field of a later version survives (M20). */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types
export function event<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return entryBaseSchema.extend({
    kind: z.literal("event"),
    type: z.literal(type),
    data: z.looseObject(shape),
  });
}
