import { getRuntime } from "../runtime.ts";
import { answerRest } from "./answer-rest.ts";
import type { Endpoint } from "./endpoint.ts";

type RouteContext = { readonly params: Promise<Readonly<Record<string, string>>> };

/** An endpoint as a route of Next. */
export function routeOf(endpoint: Endpoint): (request: Request, context: RouteContext) => Promise<Response> {
  return async (request, { params }) =>
    answerRest(endpoint, request, { runtime: await getRuntime(), params: await params });
}
