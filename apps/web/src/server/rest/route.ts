import { getRuntime } from "../runtime.ts";
import { answerRest } from "./answer-rest.ts";
import type { Endpoint } from "./endpoint.ts";

/** A route without a variable part has no parameters at all, whatever Next's types say. */
type RouteContext = { readonly params: Promise<Readonly<Record<string, string>> | undefined> };

/** An endpoint as a route of Next. */
export function routeOf(endpoint: Endpoint): (request: Request, context: RouteContext) => Promise<Response> {
  return async (request, { params }) =>
    answerRest(endpoint, request, { runtime: await getRuntime(), params: (await params) ?? {} });
}
