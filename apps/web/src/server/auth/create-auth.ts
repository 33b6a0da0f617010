import { betterAuth } from "better-auth/minimal";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { hashPassword } from "better-auth/crypto";
import type { Database, SignInAttempts } from "@goaltrace/db";
import { parseRequestJson } from "../http/bounded-input.ts";
import { limitedBody } from "../http/limited-body.ts";
import { PEER_HEADER } from "../http/peer-address.ts";
import { isSameOrigin, ownOrigins } from "../http/same-origin.ts";
import type { Person } from "./authorize.ts";

/** Sessions and passwords. The stores handle everything else about people. */
export type Auth = {
  /** Handles `/api/auth/*`. */
  handler(request: Request): Promise<Response>;
  /** The signed-in person, or null without a valid session. A revoked session ends with the next request. */
  findPerson(headers: Headers): Promise<Person | null>;
  hashPassword(password: string): Promise<string>;
  /** Changes the password and ends all other sessions of the person. Returns false when the current password is wrong. */
  changePassword(
    headers: Headers,
    change: { readonly current: string; readonly next: string },
  ): Promise<boolean>;
};

export type AuthOptions = {
  readonly prisma: Database["prisma"];
  readonly attempts: SignInAttempts;
  /** Resolves when the database answers. Errors: DATABASE_UNAVAILABLE. */
  readonly ping: () => Promise<void>;
  readonly secret: string;
  readonly publicUrl: string | null;
};

export const MAX_PASSWORD_LENGTH = 200;
export const MIN_PASSWORD_LENGTH = 12;
/** Per network address and minute, counted in the database for all web processes. People mistype a few times; programs need thousands. */
const SIGN_IN_RULE = { window: 60, max: 8 };
/** Per email address, against guesses from many network addresses. More attempts than a person with a wrong password makes. */
const MAX_EMAIL_ATTEMPTS = 20;
const MAX_EMAIL_LENGTH = 320;
const EMAIL_WINDOW_MS = 10 * 60_000;
const WEEK_SECONDS = 7 * 24 * 3600;
const DAY_SECONDS = 24 * 3600;
/**
 * The endpoints of better-auth that the pages use; the others do not exist here. Only setup, invitations and the command line create
 * accounts, and our own procedures change them.
 */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/sign-in/email", "/sign-out", "/get-session"]);
const BASE_PATH = "/api/auth";

/** Creates better-auth over our tables. Cookies are httpOnly and SameSite=Lax, and secure when `publicUrl` is https. */
export function createAuth({ prisma, attempts, ping, secret, publicUrl }: AuthOptions): Auth {
  const auth = betterAuth({
    appName: "Goaltrace",
    secret,
    basePath: BASE_PATH,
    ...(publicUrl === null ? {} : { baseURL: publicUrl }),
    database: prismaAdapter(prisma, { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    session: { expiresIn: WEEK_SECONDS, updateAge: DAY_SECONDS, cookieCache: { enabled: false } },
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 300,
      customRules: { "/sign-in/email": SIGN_IN_RULE },
    },
    trustedOrigins: (request) => (request === undefined ? [] : [...ownOrigins(request.headers, publicUrl)]),
    advanced: {
      // Set by this server from the socket (or the trusted proxy), never taken from a client.
      ipAddress: { ipAddressHeaders: [PEER_HEADER] },
      cookiePrefix: "goaltrace",
      useSecureCookies: publicUrl?.startsWith("https:") ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
    },
    telemetry: { enabled: false },
    logger: { level: "error" },
  });
  return {
    // better-auth checks the origin too, but not in every environment and not for requests without cookies. This check always rejects
    // cross-site sign-ins.
    handler: async (request) => {
      if (!isOpen(request)) return new Response(null, { status: 404 });
      if (request.method !== "GET" && !isSameOrigin(request.headers, publicUrl))
        return new Response(null, { status: 403 });
      const email = await signInEmail(request);
      if (email === null) return auth.handler(request);
      if ((await attempts.count(email, EMAIL_WINDOW_MS)) > MAX_EMAIL_ATTEMPTS) return tooManyAttempts();
      const response = await auth.handler(request);
      if (response.ok) await attempts.clear(email);
      return response;
    },
    findPerson: async (headers) => {
      // Skips the database query for requests without a session cookie.
      if (!(headers.get("cookie") ?? "").includes("goaltrace.session_token")) return null;
      const session = await auth.api.getSession({ headers }).catch(async (thrown: unknown) => {
        // better-auth hides the reason of a failure, and an absent database must not look like an error of the server.
        await ping();
        throw thrown;
      });
      return session === null
        ? null
        : { id: session.user.id, name: session.user.name, email: session.user.email };
    },
    hashPassword: async (password) => hashPassword(password),
    changePassword: async (headers, { current, next }) => {
      try {
        await auth.api.changePassword({
          headers,
          body: { currentPassword: current, newPassword: next, revokeOtherSessions: false },
        });
        await auth.api.revokeOtherSessions({ headers });
        return true;
      } catch (thrown) {
        if (thrown instanceof Error && "status" in thrown && thrown.status === "BAD_REQUEST") return false;
        throw thrown;
      }
    },
  };
}

function isOpen(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(BASE_PATH) && OPEN_PATHS.has(pathname.slice(BASE_PATH.length));
}

/** The email address of a sign-in request; null for all other requests. Errors: INVALID_INPUT for a body beyond the limits. */
async function signInEmail(request: Request): Promise<string | null> {
  if (request.method !== "POST" || !new URL(request.url).pathname.endsWith("/sign-in/email")) return null;
  const body = parseRequestJson(new TextDecoder().decode(await limitedBody(request.clone())));
  const email = typeof body === "object" && body !== null && "email" in body ? body.email : null;
  return typeof email === "string" ? email.trim().slice(0, MAX_EMAIL_LENGTH) : null;
}

function tooManyAttempts(): Response {
  const seconds = EMAIL_WINDOW_MS / 1_000;
  return Response.json(
    { code: "RATE_LIMITED", message: "Too many sign-in attempts for this email address." },
    { status: 429, headers: { "retry-after": String(seconds), "cache-control": "no-store" } },
  );
}
