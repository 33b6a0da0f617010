import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { KEY_LIMIT } from "./key-limit.ts";
import { ERROR } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** Returns the OpenAPI 3.1 document of the endpoints, generated from their schemas. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const operations = (paths[endpoint.address] ??= {});
    operations[endpoint.method] = toOperation(endpoint);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Goaltrace",
      version: "1",
      description: "Runs, traces and conversations of a Goaltrace workspace.",
    },
    servers: [{ url: "/" }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "API key of a workspace, for example gt_…" },
      },
      schemas: { Error: toSchema(ERROR, "output") },
    },
  };
}

function toOperation(endpoint: Endpoint): Json {
  const { name, summary, scope, body, status, response } = endpoint;
  const answer =
    response === null
      ? { "text/event-stream": { schema: { type: "string" } } }
      : { "application/json": { schema: toSchema(response, "output") } };
  return {
    operationId: name,
    summary,
    description: `Requires a key with the ${scope} scope.`,
    parameters: [...toParameters(endpoint.path, "path"), ...toParameters(endpoint.query, "query")],
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: toSchema(body, "input") } },
          },
        }),
    responses: {
      [String(status)]: { description: "Success.", content: answer },
      "429": {
        description: `Rate limit exceeded: more than ${KEY_LIMIT.limit} requests with this key in ${KEY_LIMIT.windowMs / 1_000} seconds.`,
        headers: {
          "Retry-After": {
            description: "Seconds to wait before the next request with this key.",
            schema: { type: "integer" },
          },
        },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
      default: {
        description: "Error. `message` explains the problem, `fix` how to resolve it.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function toParameters(schema: z.ZodObject, location: "path" | "query"): readonly Json[] {
  const shape: z.ZodRawShape = schema.shape;
  return Object.entries(shape).map(([name, type]) => {
    const optional = z.safeParse(z.object({ [name]: type }), {}).success;
    const { description, ...rest } = toSchema(z.object({ [name]: type }), "input", name);
    return {
      name,
      in: location,
      required: location === "path" || !optional,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

/** Converts a schema to OpenAPI 3.1. With `property`, returns only the schema of that property. */
function toSchema(schema: z.ZodType, io: "input" | "output", property?: string): Json {
  const { $schema, properties, ...rest } = z.toJSONSchema(schema, { io });
  if (property === undefined) return properties === undefined ? rest : { ...rest, properties };
  const selected = properties?.[property];
  return typeof selected === "object" ? { ...selected } : {};
}
