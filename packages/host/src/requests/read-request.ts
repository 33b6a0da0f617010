import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";
import { type RequestView, toRequestView } from "./request-view.ts";
import { unknownRequest } from "./unknown-request.ts";

/** Returns one request. Errors: NOT_FOUND. */
export async function readRequest(
  { stores }: Pick<Runtime, "stores">,
  scope: Scope,
  { traceId, id }: { readonly traceId: string; readonly id: string },
): Promise<RequestView> {
  const item = await stores.requests.get(scope, traceId, id);
  if (item !== undefined) return toRequestView(item);
  throw unknownRequest();
}
