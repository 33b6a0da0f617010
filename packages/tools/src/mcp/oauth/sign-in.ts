import { timingSafeEqual } from "node:crypto";
import type { HttpFetch } from "../guarded-fetch.ts";
import { createOAuthProvider } from "./oauth-provider.ts";
import type { ServerAuth } from "./server-auth.ts";
import { SIGN_IN_LIMIT_MS } from "./tunables.ts";

/** A server to sign in to. */
export type SignInTarget = { readonly url: string; readonly fetch: HttpFetch; readonly auth: ServerAuth };

/** The failure of a sign-in, as one sentence for people. */
export class SignInFailed extends Error {}

/**
 * Starts a sign-in and returns the address that the person opens. `state` must be unguessable; the authorization server returns it. Rejects with
 * `SignInFailed`.
 */
export async function startSignIn({ url, fetch, auth }: SignInTarget, state: string): Promise<URL> {
  const loaded = await import("@modelcontextprotocol/client");
  const { challenge } = await auth.credentials.read();
  let address: URL | null = null;
  const provider = createOAuthProvider({
    ...auth,
    start: {
      state,
      onAddress: (opened) => {
        address = opened;
      },
    },
  });
  try {
    await loaded.auth(provider, {
      ...{ serverUrl: url, fetchFn: fetch, forceReauthorization: true },
      ...(challenge?.scope == null ? {} : { scope: challenge.scope }),
      ...(challenge?.resourceMetadataUrl == null
        ? {}
        : { resourceMetadataUrl: new URL(challenge.resourceMetadataUrl) }),
    });
  } catch (thrown) {
    throw failure(thrown);
  }
  if (address === null) throw new SignInFailed("The server's authorization has no page for people.");
  assertPage(address, url);
  return address;
}

/**
 * Completes a sign-in with the parameters that the person returned with: `state` must be that of the sign-in, and the issuer the one that it was
 * started with, which is checked before anything else is trusted. Rejects with `SignInFailed`.
 */
export async function finishSignIn(
  { url, fetch, auth }: SignInTarget,
  returned: URLSearchParams,
): Promise<void> {
  const loaded = await import("@modelcontextprotocol/client");
  const { pending } = await auth.credentials.read();
  if (pending === null || !isSame(pending.state, returned.get("state") ?? ""))
    throw new SignInFailed("This return belongs to no sign-in that was started here.");
  if (Date.now() - pending.startedAt > SIGN_IN_LIMIT_MS)
    throw new SignInFailed("The sign-in took too long. Start it again.");
  const provider = createOAuthProvider({ ...auth, start: null });
  const iss = returned.get("iss") ?? undefined;
  const code = returned.get("code");
  try {
    if (code === null) {
      const metadata = (await provider.discoveryState?.())?.authorizationServerMetadata;
      loaded.validateAuthorizationResponseIssuer({
        ...{ iss, expectedIssuer: metadata?.issuer },
        issParameterSupported: metadata?.["authorization_response_iss_parameter_supported"] === true,
      });
      throw new SignInFailed(`The authorization server refused: ${shown(returned.get("error"))}.`);
    }
    await loaded.auth(provider, {
      ...{ serverUrl: url, fetchFn: fetch, authorizationCode: code },
      ...(iss === undefined ? {} : { iss }),
    });
  } catch (thrown) {
    throw failure(thrown);
  } finally {
    await auth.credentials.update((record) => ({ ...record, pending: null }));
  }
}

/** A browser opens other programs for other schemes. Without encryption, only a server that has none itself sends people on. */
function assertPage({ protocol }: URL, serverUrl: string): void {
  if (protocol === "https:" || (protocol === "http:" && URL.parse(serverUrl)?.protocol === "http:")) return;
  throw new SignInFailed(
    "The page for the sign-in has no address of the web with encryption. It was not opened.",
  );
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A code of an error is a word; anything else is a stranger's text. */
function shown(code: string | null): string {
  return code !== null && /^[\w.-]{1,64}$/u.test(code) ? code : "unknown error";
}

function failure(thrown: unknown): SignInFailed {
  if (thrown instanceof SignInFailed) return thrown;
  const { name = "", message = String(thrown) } = thrown instanceof Error ? thrown : {};
  const reason = REASONS[name] ?? message.slice(0, 300);
  return new SignInFailed(reason, { cause: thrown });
}

/** Sentences for errors that mean an attack or a broken server. */
const REASONS: Readonly<Record<string, string>> = {
  IssuerMismatchError:
    "The answer came from another authorization server than the one that was asked. Nothing was sent to it.",
  AuthorizationServerMismatchError:
    "The server names another authorization server than before. Nothing was sent to it; start the sign-in again.",
  InsecureTokenEndpointError: "The authorization server takes tokens without encryption, so none was sent.",
  RegistrationRejectedError:
    "The authorization server does not let this program register. Enter the client id that it gave you under oauth.",
};
