import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

/** The documentation of an endpoint. */
export type EndpointDoc = {
  readonly name: string;
  readonly method: string;
  readonly address: string;
  readonly scope: string;
  readonly summary: string;
  /** Path, query and body parameters. Descriptions and the summary may contain `code` in backticks. */
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
  readonly curl: string;
};

/** The smallest valid body of a run. */
const EXAMPLE_BODY = JSON.stringify({ text: "Fix the failing checkout test" });

/** Returns the documentation of the endpoints, with a curl example of each for `origin`. */
export function endpointDocs(endpoints: readonly Endpoint[], origin: string): readonly EndpointDoc[] {
  return endpoints.map((endpoint) => {
    const { name, method, address, scope, summary, path, query, body } = endpoint;
    const fields: z.ZodRawShape = { ...path.shape, ...query.shape, ...body?.shape };
    return {
      ...{ name, address, scope, summary, method: method.toUpperCase() },
      parameters: Object.entries(fields)
        .map(([field, type]) => ({
          name: field,
          description: z.toJSONSchema(z.object({ [field]: type }), { io: "input" }).properties?.[field],
        }))
        .map(({ name: field, description }) => ({
          name: field,
          description: typeof description === "object" ? (description.description ?? "") : "",
        })),
      curl: curlExample(endpoint, origin),
    };
  });
}

function curlExample({ method, address, query, body, response }: Endpoint, origin: string): string {
  const shape: z.ZodRawShape = query.shape;
  const required = Object.entries(shape)
    .filter(([name, type]) => !z.object({ [name]: type }).safeParse({}).success)
    .map(([name]) => `${name}=…`);
  const search = required.length === 0 ? "" : `?${required.join("&")}`;
  const parts = [
    response === null ? "curl -N" : "curl",
    method === "get" ? "" : `-X ${method.toUpperCase()}`,
    `-H "Authorization: Bearer $GOALTRACE_KEY"`,
    body === null ? "" : `-H "Content-Type: application/json" -d '${EXAMPLE_BODY}'`,
    `"${origin}${withVariables(address)}${search}"`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** Returns the address with shell variables for its parameters. */
function withVariables(address: string): string {
  const id = address.startsWith("/api/conversations/") ? "$CONVERSATION_ID" : "$TRACE_ID";
  return address.replace("{id}", id).replace("{sequence}", "$SEQUENCE");
}
