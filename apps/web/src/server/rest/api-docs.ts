import { headers } from "next/headers";
import { getRuntime } from "../runtime.ts";
import { endpointDocs } from "./endpoint-docs.ts";
import type { EndpointDoc } from "./endpoint-docs.ts";
import { ENDPOINTS } from "./endpoints.ts";

/** Returns the documentation of every endpoint, with examples for the host that the reader uses. */
export async function apiDocs(): Promise<readonly EndpointDoc[]> {
  const host = (await headers()).get("host") ?? "localhost:3000";
  const { publicUrl } = await getRuntime();
  return endpointDocs(ENDPOINTS, publicUrl?.replace(/\/$/, "") ?? `http://${host}`);
}
