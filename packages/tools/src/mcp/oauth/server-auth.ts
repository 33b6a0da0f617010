import type * as library from "@modelcontextprotocol/client";
import type { AuthOptions, AuthProvider } from "@modelcontextprotocol/client";
import type { OAuthClient } from "./oauth-client.ts";
import { createOAuthProvider } from "./oauth-provider.ts";
import { currentTokens, type OAuthCredentials } from "./oauth-record.ts";
import { SignInNeeded } from "./sign-in-needed.ts";

/** How to sign in to a server at an address: the client that this program is there, and where its tokens are stored. */
export type ServerAuth = { readonly credentials: OAuthCredentials; readonly client: OAuthClient };

type Library = typeof library;

/**
 * Sends the newest token with every request. A refused one is refreshed once for all requests and processes that wait for it; where that does not help,
 * what the server asks for is remembered for the next sign-in, and the request fails with `SignInNeeded`.
 */
export function createAuthProvider(loaded: Library, { credentials, client }: ServerAuth): AuthProvider {
  let sent: string | undefined;
  return {
    token: async () => (sent = currentTokens(await credentials.read())?.access_token),
    onUnauthorized: async ({ response, serverUrl, fetchFn }) => {
      const refused = sent;
      const { resourceMetadataUrl, scope } = loaded.extractWWWAuthenticateParams(response);
      const challenge = { scope: scope ?? null, resourceMetadataUrl: resourceMetadataUrl?.href ?? null };
      await credentials.exclusively(async () => {
        const tokens = currentTokens(await credentials.read());
        if (tokens !== undefined && tokens.access_token !== refused) return;
        if (tokens?.["refresh_token"] !== undefined) {
          const options = {
            ...{ serverUrl, fetchFn },
            ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
            ...(scope === undefined ? {} : { scope }),
          };
          if (await refresh(loaded, { credentials, client }, options)) return;
        }
        await credentials.update((record) => ({ ...record, challenge }));
        throw new SignInNeeded();
      });
    },
  };
}

/** Remembers that a call needs more than the tokens allow, and returns the error that says so; null for any other error. */
export async function needsMoreScope(
  loaded: Library,
  { credentials }: ServerAuth,
  thrown: unknown,
): Promise<SignInNeeded | null> {
  if (!loaded.InsufficientScopeError.isInstance(thrown)) return null;
  const { requiredScope, resourceMetadataUrl } = thrown;
  await credentials.update((record) => {
    const granted = currentTokens(record)?.["scope"];
    const before = typeof granted === "string" ? granted : undefined;
    const scope = loaded.computeScopeUnion(before, requiredScope) ?? null;
    return { ...record, challenge: { scope, resourceMetadataUrl: resourceMetadataUrl?.href ?? null } };
  });
  return new SignInNeeded({ cause: thrown });
}

/** Refreshes the tokens. Returns false where only a person can continue. Registers nothing, because that is part of a sign-in. */
async function refresh(
  loaded: Library,
  { credentials, client }: ServerAuth,
  options: AuthOptions,
): Promise<boolean> {
  const provider = createOAuthProvider({
    credentials,
    client: { ...client, metadataUrl: null },
    start: null,
  });
  const { saveClientInformation: _save, discoveryState: _discovery, ...refreshing } = provider;
  try {
    return (await loaded.auth(refreshing, options)) === "AUTHORIZED";
  } catch {
    return false;
  }
}
