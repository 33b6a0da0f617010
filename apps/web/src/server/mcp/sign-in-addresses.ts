import { clientMetadata, signInAddresses } from "@goaltrace/host";

/** The document that describes this program to authorization servers: its own address is its client id. */
export function mcpClientMetadata(origin: string): Readonly<Record<string, unknown>> {
  const { redirectUrl, metadataUrl } = signInAddresses(origin);
  return {
    client_id: metadataUrl ?? `${origin}/api/mcp/client-metadata`,
    ...clientMetadata(redirectUrl),
    client_uri: origin,
    token_endpoint_auth_method: "none",
  };
}

/** The parameters of a return that the page reads. */
const RETURNED = ["code", "state", "iss", "error"] as const;

/** Returns the page that completes a sign-in, from the query of its return. The state begins with the slug of the workspace. */
export function mcpReturnAddress(query: URLSearchParams): string {
  const [, slug] = /^([\w-]{1,100})\./u.exec(query.get("state") ?? "") ?? [];
  if (slug === undefined) return "/";
  const kept = RETURNED.flatMap((name): readonly (readonly [string, string])[] => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  const search = new URLSearchParams(kept.map(([name, value]) => [name, value]));
  return `/w/${encodeURIComponent(slug)}/settings/mcp?${search.toString()}`;
}
