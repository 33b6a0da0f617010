import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { KEY_LIMIT } from "./key-limit.ts";
import { ERROR } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document of these endpoints, from the schemas that answer them. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const operations = (paths[endpoint.address] ??= {});
    operations[endpoint.method] = operationOf(endpoint);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Goaltrace", version: "1", description: "Runs, traces and conversations of a workspace." },
    servers: [{ url: "/" }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key of the workspace: gt_…" },
      },
      schemas: { Error: schemaOf(ERROR, "output") },
    },
  };
}

function operationOf(endpoint: Endpoint): Json {
  const { name, summary, scope, body, status, response } = endpoint;
  const answer =
    response === null
      ? { "text/event-stream": { schema: { type: "string" } } }
      : { "application/json": { schema: schemaOf(response, "output") } };
  return {
    operationId: name,
    summary,
    description: `Needs a key with the scope ${scope}.`,
    parameters: [...parametersOf(endpoint.path, "path"), ...parametersOf(endpoint.query, "query")],
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(body, "input") } },
          },
        }),
    responses: {
      [String(status)]: { description: "Done.", content: answer },
      "429": {
        description: `More than ${KEY_LIMIT.limit} requests of this key within ${KEY_LIMIT.windowMs / 1_000} seconds.`,
        headers: {
          "Retry-After": {
            description: "Whole seconds after which the key is answered again.",
            schema: { type: "integer" },
          },
        },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
      default: {
        description: "Refused or failed: what happened and how to mend it.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function parametersOf(schema: z.ZodObject, place: "path" | "query"): readonly Json[] {
  const shape: z.ZodRawShape = schema.shape;
  return Object.entries(shape).map(([name, type]) => {
    const optional = z.safeParse(z.object({ [name]: type }), {}).success;
    const { description, ...rest } = schemaOf(z.object({ [name]: type }), "input", name);
    return {
      name,
      in: place,
      required: place === "path" || !optional,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

/** A schema as OpenAPI 3.1 has it; with `property`, that property's alone. */
function schemaOf(schema: z.ZodType, io: "input" | "output", property?: string): Json {
  const { $schema, properties, ...rest } = z.toJSONSchema(schema, { io });
  if (property === undefined) return properties === undefined ? rest : { ...rest, properties };
  const one = properties?.[property];
  return typeof one === "object" ? { ...one } : {};
}
