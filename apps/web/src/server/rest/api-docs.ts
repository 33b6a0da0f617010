import { headers } from "next/headers";
import { getRuntime } from "../runtime.ts";
import { endpointDocs } from "./endpoint-docs.ts";
import type { EndpointDoc } from "./endpoint-docs.ts";
import { ENDPOINTS } from "./endpoints.ts";

/** Returns the documentation of every endpoint, with examples for the host that the reader uses. */
export async function apiDocs(): Promise<readonly EndpointDoc[]> {
  return endpointDocs(ENDPOINTS, await readOrigin());
}

/** The origin under which the reader of a page reaches this server, without a slash. */
export async function readOrigin(): Promise<string> {
  const host = (await headers()).get("host") ?? "localhost:3000";
  const { publicUrl } = await getRuntime();
  return publicUrl?.replace(/\/$/, "") ?? `http://${host}`;
}
