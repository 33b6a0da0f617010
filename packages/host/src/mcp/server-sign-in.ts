import { randomBytes } from "node:crypto";
import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { McpCredentialStore, McpServerKey } from "@goaltrace/db";
import {
  finishSignIn,
  type HttpFetch,
  type OAuthClient,
  type ServerAuth,
  SignInFailed,
  startSignIn,
  type Vault,
} from "@goaltrace/tools";
import type { ConfiguredServer } from "./configured-server.ts";
import { createOAuthCredentials, stateHash } from "./oauth-credentials.ts";

/** The addresses of this program that sign-ins need. `origin` is that of the web. */
export type SignInAddresses = { readonly redirectUrl: string; readonly metadataUrl: string | null };

/** Returns the addresses under an origin. Authorization servers fetch the metadata document, so only a public https origin has one. */
export function signInAddresses(origin: string): SignInAddresses {
  const redirectUrl = `${origin}/api/mcp/signed-in`;
  return {
    redirectUrl,
    metadataUrl: origin.startsWith("https://") ? `${origin}/api/mcp/client-metadata` : null,
  };
}

/** Signing in to servers at addresses. */
export type ServerSignIn = {
  /** How the connection to a server sends its tokens. */
  auth(this: void, workspaceId: string, server: ConfiguredServer): ServerAuth | null;
  /** Starts a sign-in and returns the address for the person's browser. Errors: INVALID_INPUT for a server of this machine; NOT_ALLOWED with the reason. */
  start(
    this: void,
    scope: Scope,
    server: ConfiguredServer,
    request: { readonly origin: string; readonly slug: string },
  ): Promise<string>;
  /** Returns the server whose sign-in a person returns from; null for none. */
  find(this: void, scope: Scope, state: string): Promise<McpServerKey | null>;
  /** Ends a sign-in. Errors: NOT_ALLOWED with the reason. */
  finish(
    this: void,
    scope: Scope,
    server: ConfiguredServer,
    request: { readonly origin: string; readonly search: string },
  ): Promise<void>;
  /** Forgets the tokens of a server and what this program is to its authorization server. */
  signOut(this: void, scope: Scope, key: McpServerKey): Promise<void>;
};

export type ServerSignInParts = {
  readonly store: McpCredentialStore;
  readonly vault: Vault;
  readonly fetch: HttpFetch;
};

/** Creates the service. */
export function createServerSignIn({ store, vault, fetch }: ServerSignInParts): ServerSignIn {
  const authOf = (workspaceId: string, server: ConfiguredServer, origin: string): ServerAuth | null => {
    const { settings, sourceKey, name } = server;
    if (settings.kind !== "http") return null;
    const place = { workspaceId, sourceKey, name, url: settings.url };
    const client: OAuthClient = { ...signInAddresses(origin), registered: settings.oauth };
    return { client, credentials: createOAuthCredentials({ store, vault }, place) };
  };
  const target = (
    { workspaceId }: Scope,
    server: ConfiguredServer,
    origin: string,
  ): { readonly url: string; readonly fetch: HttpFetch; readonly auth: ServerAuth } => {
    const auth = authOf(workspaceId, server, origin);
    if (auth === null || server.settings.kind !== "http") throw notAtAddress(server);
    return { url: server.settings.url, fetch, auth };
  };
  return {
    auth: (workspaceId, server) => authOf(workspaceId, server, NO_ORIGIN),

    async start(scope, server, { origin, slug }) {
      // The part in front leads the return to its workspace.
      const state = `${slug}.${randomBytes(32).toString("base64url")}`;
      try {
        return (await startSignIn(target(scope, server, origin), state)).href;
      } catch (thrown) {
        throw signInFailed(server, thrown);
      }
    },

    find: async ({ workspaceId }, state) => await store.findPending(workspaceId, stateHash(state)),

    async finish(scope, server, { origin, search }) {
      try {
        await finishSignIn(target(scope, server, origin), new URLSearchParams(search));
      } catch (thrown) {
        throw signInFailed(server, thrown);
      }
    },

    signOut: async ({ workspaceId }, key) => await store.remove(workspaceId, key),
  };
}

/** A refresh sends no address of ours. */
const NO_ORIGIN = "http://localhost";

function notAtAddress({ name }: ConfiguredServer): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The server "${name}" runs on this machine, so nobody signs in to it.`,
    fix: "Put its key into a variable of its settings.",
  });
}

function signInFailed({ name }: ConfiguredServer, thrown: unknown): unknown {
  if (!(thrown instanceof SignInFailed)) return thrown;
  const fix = "Start the sign-in again. If it fails again, ask the people who run the server.";
  return new GoaltraceError(
    { code: "NOT_ALLOWED", message: `The sign-in to "${name}" failed. ${thrown.message}`, fix },
    { cause: thrown },
  );
}
