import type { ApiScope } from "@goaltrace/db";
import { z } from "zod";
import type { Runtime } from "../runtime.ts";
import type { Caller } from "./authenticate-key.ts";

/** The context of an endpoint's handler. */
export type RestContext = Caller & {
  readonly runtime: Runtime;
  readonly requestId: string;
  readonly headers: Headers;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
};

/** The input of a request before validation. */
export type RawInput = { readonly path: unknown; readonly query: unknown; readonly body: unknown };

/** One endpoint: the single source for its handling, documentation and access tests. */
export type Endpoint = {
  readonly method: "get" | "post" | "delete";
  /** In OpenAPI notation: `/api/traces/{id}`. */
  readonly address: string;
  readonly name: string;
  readonly scope: ApiScope;
  readonly summary: string;
  readonly path: z.ZodObject;
  readonly query: z.ZodObject;
  /** Null for requests without a body. */
  readonly body: z.ZodObject | null;
  /** Null for server-sent events. */
  readonly response: z.ZodType | null;
  readonly status: number;
  /** Validates the input and runs the handler. Errors: ZodError for invalid input, and any error of the handler. */
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

const NO_INPUT = z.object({});

/** Creates an endpoint whose handler receives only validated input. */
export function endpoint<
  Path extends z.ZodObject = typeof NO_INPUT,
  Query extends z.ZodObject = typeof NO_INPUT,
  Body extends z.ZodObject = typeof NO_INPUT,
>(definition: Definition<Path, Query, Body>): Endpoint {
  const { path, query, body, handle, ...rest } = definition;
  const parse = <Schema extends z.ZodObject>(
    schema: Schema | undefined,
    value: unknown,
  ): z.output<Schema> => {
    // Without a schema, the type parameter defaults to the empty one.
    // eslint-disable-next-line local/no-restricted-syntax -- the default of the type parameter is exactly this schema
    return (schema ?? NO_INPUT).parse(value) as z.output<Schema>;
  };
  return {
    ...rest,
    path: path ?? NO_INPUT,
    query: query ?? NO_INPUT,
    body: body ?? null,
    answer: async (context, input) =>
      handle(context, {
        path: parse(path, input.path),
        query: parse(query, input.query),
        body: parse(body, input.body),
      }),
  };
}
