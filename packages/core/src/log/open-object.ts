import { z } from "zod";

/**
 * A schema for stored data: fields added by a later version survive a round trip. The inferred type has only the fields that this version
 * knows.
 */
export function openObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape);
}

/** The output of a schema, deeply readonly. */
export type Stored<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;
