import { getRuntime } from "../runtime.ts";
import { handleRest } from "./handle-rest.ts";
import type { Endpoint } from "./endpoint.ts";

/** For a static route Next passes undefined params, contrary to its types. */
type RouteContext = { readonly params: Promise<Readonly<Record<string, string>> | undefined> };

/** Adapts an endpoint to a Next route handler. */
export function restRoute(
  endpoint: Endpoint,
): (request: Request, context: RouteContext) => Promise<Response> {
  return async (request, { params }) =>
    handleRest(endpoint, request, { runtime: await getRuntime(), params: (await params) ?? {} });
}
