import type { OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/client";
import { clientMetadata, type OAuthClient } from "./oauth-client.ts";
import { currentTokens, type OAuthCredentials, type OAuthRecord } from "./oauth-record.ts";

export type OAuthProviderOptions = {
  readonly credentials: OAuthCredentials;
  readonly client: OAuthClient;
  /** The state of the sign-in that starts, and where its address goes; null where no sign-in may start. */
  readonly start: { readonly state: string; readonly onAddress: (address: URL) => void } | null;
};

/**
 * Gives the library the stored authorization of a server. Registrations and tokens are stored by issuer, so that nothing of one issuer reaches
 * another. The addresses of a sign-in are remembered until the person returns, and discovered again otherwise.
 */
export function createOAuthProvider({
  credentials,
  client,
  start,
}: OAuthProviderOptions): OAuthClientProvider {
  let discovery: unknown = null;
  let used: OAuthRecord | null = null;
  return {
    redirectUrl: client.redirectUrl,
    clientMetadata: clientMetadata(client.redirectUrl),
    ...(client.metadataUrl === null ? {} : { clientMetadataUrl: client.metadataUrl }),
    ...(start === null ? {} : { state: () => start.state }),
    async clientInformation(context) {
      const { clients } = await credentials.read();
      const stored = context === undefined ? undefined : clients[context.issuer];
      const known = start === null || allows(stored, client.redirectUrl) ? stored : undefined;
      if (client.registered === null) return known;
      const { clientId, clientSecret } = client.registered;
      // A client given by hand belongs to the first issuer that it was used with.
      const other = Object.entries(clients).find(([, { client_id: id }]) => id === clientId);
      if (other !== undefined && context !== undefined && other[0] !== context.issuer) return known;
      return { client_id: clientId, ...(clientSecret === "" ? {} : { client_secret: clientSecret }) };
    },
    async saveClientInformation(information, context) {
      const issuer = context?.issuer ?? information.issuer;
      if (issuer === undefined) return;
      await credentials.update((record) => ({
        ...record,
        clients: { ...record.clients, [issuer]: { ...information } },
      }));
    },
    async tokens(context) {
      used = await credentials.read();
      const found = context === undefined ? currentTokens(used) : used.tokens[context.issuer];
      return found === undefined ? undefined : { ...found };
    },
    async saveTokens(tokens, context) {
      const issuer = context?.issuer ?? tokens.issuer;
      if (issuer === undefined) return;
      await credentials.update((record) => ({
        ...record,
        issuer,
        challenge: null,
        // Some servers leave out the refresh token when it stays the same.
        tokens: { [issuer]: { ...keptRefreshToken(record, issuer), ...tokens } },
      }));
    },
    redirectToAuthorization: (address) => start?.onAddress(address),
    async saveCodeVerifier(verifier) {
      if (start === null) return;
      const { state } = start;
      await credentials.update((record) => ({
        ...record,
        pending: { state, verifier, discovery, startedAt: Date.now() },
      }));
    },
    codeVerifier: async () => (await credentials.read()).pending?.verifier ?? "",
    saveDiscoveryState: (state) => {
      discovery = state;
    },
    // Only for the way back: at any other time the server may have moved to another authorization server.
    async discoveryState() {
      return start === null ? readDiscovery((await credentials.read()).pending?.discovery) : undefined;
    },
    async invalidateCredentials(scope) {
      const before = used;
      await credentials.update((record) => {
        if (scope === "client" || scope === "all")
          return { ...record, clients: {}, tokens: {}, issuer: null };
        if (scope !== "tokens") return record;
        // Another process may have refreshed them meanwhile.
        const isSame = before !== null && isSameTokens(before, record);
        return isSame ? { ...record, tokens: {}, issuer: null } : record;
      });
    },
  };
}

/** Returns whether this program may send people back to an address, as far as its registration says. */
function allows(registration: OAuthRecord["clients"][string] | undefined, redirectUrl: string): boolean {
  const addresses = registration?.["redirect_uris"];
  return !Array.isArray(addresses) || addresses.includes(redirectUrl);
}

function keptRefreshToken({ tokens }: OAuthRecord, issuer: string): Readonly<Record<string, unknown>> {
  const kept = tokens[issuer]?.["refresh_token"];
  return kept === undefined ? {} : { refresh_token: kept };
}

function isSameTokens(left: OAuthRecord, right: OAuthRecord): boolean {
  return currentTokens(left)?.access_token === currentTokens(right)?.access_token;
}

/** The addresses of a sign-in as this provider stored them. */
function readDiscovery(value: unknown): OAuthDiscoveryState | undefined {
  // eslint-disable-next-line local/no-restricted-syntax -- sealed by this program, in the shape of the library
  return typeof value === "object" && value !== null ? (value as OAuthDiscoveryState) : undefined;
}
