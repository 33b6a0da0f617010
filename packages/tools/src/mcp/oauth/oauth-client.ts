/** This program as authorization servers know it. */
export type OAuthClient = {
  /** The address that people return to. */
  readonly redirectUrl: string;
  /** The https address of the document that describes this program; null where none is public. */
  readonly metadataUrl: string | null;
  /** The client that an authorization server knows by hand; null to use the document, or to register. */
  readonly registered: { readonly clientId: string; readonly clientSecret: string } | null;
};

/** The description of this program, as its metadata document and a registration give it. */
export function clientMetadata(redirectUrl: string): {
  readonly client_name: string;
  readonly redirect_uris: string[];
  readonly grant_types: string[];
  readonly response_types: string[];
} {
  return {
    client_name: "Goaltrace",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}
