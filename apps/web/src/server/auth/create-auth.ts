import { betterAuth } from "better-auth/minimal";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { hashPassword } from "better-auth/crypto";
import type { Database, SignInAttempts } from "@goaltrace/db";
import { PEER_HEADER } from "../http/peer-address.ts";
import { isSameOrigin, ownOrigins } from "../http/same-origin.ts";
import type { Person } from "./authorise.ts";

/** Sessions and passwords. Everything else about people is the stores' business. */
export type Auth = {
  /** Answers `/api/auth/*`. */
  handler(request: Request): Promise<Response>;
  /** Who sends these headers; null without a live session. Revoked sessions end with the next request. */
  personOf(headers: Headers): Promise<Person | null>;
  hashPassword(password: string): Promise<string>;
  /** False when the current password is not right. Ends all other sessions of the person. */
  changePassword(
    headers: Headers,
    change: { readonly current: string; readonly next: string },
  ): Promise<boolean>;
};

export type AuthOptions = {
  readonly prisma: Database["prisma"];
  readonly attempts: SignInAttempts;
  readonly secret: string;
  readonly publicUrl: string | null;
};

export const PASSWORD_LONGEST = 200;
export const PASSWORD_SHORTEST = 12;
/** A person mistypes three times; a program needs thousands. Per address and minute, counted in the database for all web processes. */
const SIGN_IN_RULE = { window: 60, max: 8 };
/** Per e-mail address, from wherever: many addresses guessing at one password. Above what a person with a wrong password tries. */
const EMAIL_ATTEMPTS = 20;
const EMAIL_LONGEST = 320;
const EMAIL_WINDOW_MS = 10 * 60_000;
const WEEK_SECONDS = 7 * 24 * 3600;
const DAY_SECONDS = 24 * 3600;
/** All that the pages need of better-auth; accounts are made by set-up and the command line alone. */
const CLOSED_PATHS = [
  "/sign-up/email",
  "/update-user",
  "/change-password",
  "/change-email",
  "/delete-user",
  "/set-password",
  "/sign-in/social",
  "/request-password-reset",
  "/reset-password",
  "/send-verification-email",
  "/link-social",
  "/unlink-account",
  "/verify-email",
  "/get-access-token",
  "/refresh-token",
  "/account-info",
  "/update-session",
];

/** better-auth over our tables. Cookies are httpOnly, SameSite=Lax, and secure where `publicUrl` says https. */
export function createAuth({ prisma, attempts, secret, publicUrl }: AuthOptions): Auth {
  const auth = betterAuth({
    appName: "Goaltrace",
    secret,
    basePath: "/api/auth",
    ...(publicUrl === null ? {} : { baseURL: publicUrl }),
    database: prismaAdapter(prisma, { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_SHORTEST,
      maxPasswordLength: PASSWORD_LONGEST,
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
      // Written by this server from the socket (or the proxy it was told to trust), never taken from a client.
      ipAddress: { ipAddressHeaders: [PEER_HEADER] },
      cookiePrefix: "goaltrace",
      useSecureCookies: publicUrl?.startsWith("https:") ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
    },
    disabledPaths: CLOSED_PATHS,
    telemetry: { enabled: false },
    logger: { level: "error" },
  });
  return {
    // better-auth checks the origin too, but not in every environment and not of requests without cookies: signing somebody in from
    // another site is refused here in any case.
    handler: async (request) => {
      if (request.method !== "GET" && !isSameOrigin(request.headers, publicUrl))
        return new Response(null, { status: 403 });
      const email = await signInEmail(request);
      if (email === null) return auth.handler(request);
      if ((await attempts.count(email, EMAIL_WINDOW_MS)) > EMAIL_ATTEMPTS) return tooManyAttempts();
      const response = await auth.handler(request);
      if (response.ok) await attempts.clear(email);
      return response;
    },
    personOf: async (headers) => {
      // Without a session cookie there is nobody, and no need to ask the database.
      if (!(headers.get("cookie") ?? "").includes("goaltrace.session_token")) return null;
      const session = await auth.api.getSession({ headers });
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

/** The address that a request wants to sign in with; null for all other requests. */
async function signInEmail(request: Request): Promise<string | null> {
  if (request.method !== "POST" || !new URL(request.url).pathname.endsWith("/sign-in/email")) return null;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  const named = typeof body === "object" && body !== null && "email" in body ? body.email : null;
  return typeof named === "string" ? named.trim().slice(0, EMAIL_LONGEST) : null;
}

function tooManyAttempts(): Response {
  const seconds = EMAIL_WINDOW_MS / 1_000;
  return Response.json(
    { code: "RATE_LIMITED", message: "Too many attempts to sign in with this address." },
    { status: 429, headers: { "retry-after": String(seconds), "cache-control": "no-store" } },
  );
}
