import type { ApiScope } from "@goaltrace/db";
import { z } from "zod";
import type { Runtime } from "../runtime.ts";
import type { Caller } from "./authenticate-key.ts";

/** What an endpoint's handler works with. */
export type RestContext = Caller & {
  readonly runtime: Runtime;
  readonly requestId: string;
  readonly headers: Headers;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  /** Throws when the key, or its person's membership or role, no longer stand. For streams, which outlive the check at their start. */
  readonly assertCanWatch: () => Promise<void>;
};

/** A request before its schemas have seen it. */
export type RawInput = { readonly path: unknown; readonly query: unknown; readonly body: unknown };

/** One endpoint as it is answered, documented and tested: all three read this and nothing else. */
export type Endpoint = {
  readonly method: "get" | "post" | "delete";
  /** As OpenAPI writes it: `/api/traces/{id}`. */
  readonly address: string;
  readonly name: string;
  readonly scope: ApiScope;
  readonly summary: string;
  readonly path: z.ZodObject;
  readonly query: z.ZodObject;
  /** Null for requests without a body. */
  readonly body: z.ZodObject | null;
  /** Null answers with server-sent events. */
  readonly response: z.ZodType | null;
  readonly status: number;
  /** Errors: ZodError for input that does not fit, and what the endpoint itself throws. */
  readonly answer: (context: RestContext, input: RawInput) => Promise<unknown>;
};

type Definition<Path extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject> = Omit<
  Endpoint,
  "path" | "query" | "body" | "answer"
> & {
  readonly path?: Path;
  readonly query?: Query;
  readonly body?: Body;
  readonly handle: (
    context: RestContext,
    input: {
      readonly path: z.output<Path>;
      readonly query: z.output<Query>;
      readonly body: z.output<Body>;
    },
  ) => Promise<unknown>;
};

const NOTHING = z.object({});

/** Joins an endpoint's schemas to its handler, so that the handler sees what they parsed and nothing else. */
export function endpoint<
  Path extends z.ZodObject = typeof NOTHING,
  Query extends z.ZodObject = typeof NOTHING,
  Body extends z.ZodObject = typeof NOTHING,
>(definition: Definition<Path, Query, Body>): Endpoint {
  const { path, query, body, handle, ...rest } = definition;
  const parsed = <Schema extends z.ZodObject>(
    schema: Schema | undefined,
    value: unknown,
  ): z.output<Schema> => {
    // A handler whose schema is not given has the empty one for its type.
    // eslint-disable-next-line no-restricted-syntax -- the default of the type parameter is exactly this schema
    return (schema ?? NOTHING).parse(value) as z.output<Schema>;
  };
  return {
    ...rest,
    path: path ?? NOTHING,
    query: query ?? NOTHING,
    body: body ?? null,
    answer: async (context, input) =>
      handle(context, {
        path: parsed(path, input.path),
        query: parsed(query, input.query),
        body: parsed(body, input.body),
      }),
  };
}
