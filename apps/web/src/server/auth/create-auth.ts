import { betterAuth } from "better-auth/minimal";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { hashPassword } from "better-auth/crypto";
import type { Database, SignInAttempts } from "@goaltrace/db";
import { GoaltraceError } from "@goaltrace/core";
import { parseRequestJson } from "../http/bounded-input.ts";
import { limitedBody } from "../http/limited-body.ts";
import { PEER_HEADER } from "../http/peer-address.ts";
import { isSameOrigin, ownOrigins } from "../http/same-origin.ts";
import type { Person } from "./authorize.ts";
import { createPasswordLimit } from "./password-limit.ts";

/** A valid session and the person who signed in. */
export type Session = { readonly id: string; readonly person: Person };

/** Sessions and passwords. The stores handle everything else about people. */
export type Auth = {
  /** Handles `/api/auth/*`. */
  handler(request: Request): Promise<Response>;
  /** The session with its person, or null without a valid session. A revoked session ends with the next request. */
  findSession(headers: Headers): Promise<Session | null>;
  hashPassword(password: string): Promise<string>;
  /** Changes the password and ends all other sessions of the person. Returns false when the current password is wrong. Errors: RATE_LIMITED. */
  changePassword(
    headers: Headers,
    change: { readonly personId: string; readonly current: string; readonly next: string },
  ): Promise<boolean>;
};

export type AuthOptions = {
  readonly prisma: Database["prisma"];
  readonly attempts: SignInAttempts;
  /** Resolves when the database answers. Errors: DATABASE_UNAVAILABLE. */
  readonly ping: () => Promise<void>;
  readonly secret: string;
  readonly publicUrl: string | null;
  /** The days after which a session ends, however often it is used. */
  readonly sessionDays: number;
};

export const MAX_PASSWORD_LENGTH = 200;
export const MIN_PASSWORD_LENGTH = 12;
const MAX_EMAIL_LENGTH = 320;
/** The status of an attempt that reached the password and failed. */
const UNAUTHORIZED = 401;
const WEEK_SECONDS = 7 * 24 * 3600;
const DAY_SECONDS = 24 * 3600;
/**
 * The endpoints of better-auth that the pages use. Everything else, such as guessing a password in a session, does not exist here: only setup,
 * invitations and the command line create accounts, and our own procedures change them.
 */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/sign-in/email", "/sign-out", "/get-session"]);
const BASE_PATH = "/api/auth";

/** Creates better-auth over our tables. Cookies are httpOnly and SameSite=Lax, and secure when `publicUrl` is https. */
export function createAuth(options: AuthOptions): Auth {
  const { prisma, attempts, ping, secret, publicUrl } = options;
  const maxAgeMs = options.sessionDays * DAY_SECONDS * 1_000;
  /** Keeps the end of a session, which each use extends, below its maximum age. */
  const endedBy = <Fields extends { readonly expiresAt?: Date | undefined }>(
    fields: Fields,
    createdAt: Date,
  ): Fields => {
    const last = createdAt.getTime() + maxAgeMs;
    return fields.expiresAt === undefined || fields.expiresAt.getTime() <= last
      ? fields
      : { ...fields, expiresAt: new Date(last) };
  };
  /** Whether using the session moves its end: at most once a day, and never beyond its maximum age. */
  const isExtendable = ({
    createdAt,
    expiresAt,
  }: Readonly<Record<"createdAt" | "expiresAt", Date>>): boolean =>
    expiresAt.getTime() < createdAt.getTime() + maxAgeMs &&
    expiresAt.getTime() <= Date.now() + (WEEK_SECONDS - DAY_SECONDS) * 1_000;
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
    databaseHooks: {
      session: {
        create: { before: async (session) => ({ data: endedBy(session, session.createdAt) }) },
        update: {
          before: async (session, context) => ({
            data: endedBy(session, context?.context.session?.session.createdAt ?? new Date()),
          }),
        },
      },
    },
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 300,
      // Attempts are counted below, by person and address, and only those that reach the password.
      customRules: { "/sign-in/email": false },
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
  const limiter = createPasswordLimit(attempts);
  return {
    // better-auth checks the origin too, but not in every environment and not for requests without cookies. This check always rejects
    // cross-site sign-ins.
    handler: async (request) => {
      const path = pathOf(request);
      if (!OPEN_PATHS.has(path)) return new Response(null, { status: 404 });
      if (request.method !== "GET" && !isSameOrigin(request.headers, publicUrl))
        return new Response(null, { status: 403 });
      const email =
        path === "/sign-in/email" && request.method === "POST" ? await signInEmail(request) : null;
      if (email === null) return auth.handler(request);
      const attempt = await limiter.begin(`sign in ${email}`, request.headers);
      if (attempt.retryAfterMs !== null) return tooManyAttempts(attempt.retryAfterMs);
      const response = await auth.handler(request);
      if (response.ok) await attempt.succeed();
      else if (response.status !== UNAUTHORIZED) await attempt.withdraw();
      return response;
    },
    findSession: async (headers) => {
      // Skips the database query for requests without a session cookie.
      if (!(headers.get("cookie") ?? "").includes("goaltrace.session_token")) return null;
      const read = async () => await auth.api.getSession({ headers, query: { disableRefresh: true } });
      const session = await read().catch(async () => {
        // better-auth hides the reason of a failure, and an absent database must not look like an error of the server. If the database answers
        // again, so does the session.
        await ping();
        return await read();
      });
      // The setting may be shorter than it was when the session was last extended.
      if (session === null || session.session.createdAt.getTime() + maxAgeMs <= Date.now()) return null;
      if (isExtendable(session.session)) await auth.api.getSession({ headers });
      const { id, name, email } = session.user;
      return { id: session.session.id, person: { id, name, email } };
    },
    hashPassword: async (password) => hashPassword(password),
    changePassword: async (headers, { personId, current, next }) => {
      const attempt = await limiter.begin(`change ${personId}`, headers);
      if (attempt.retryAfterMs !== null) throw tooManyChanges(attempt.retryAfterMs);
      try {
        await auth.api.changePassword({
          headers,
          body: { currentPassword: current, newPassword: next, revokeOtherSessions: false },
        });
      } catch (thrown) {
        if (thrown instanceof Error && "status" in thrown && thrown.status === "BAD_REQUEST") return false;
        await attempt.withdraw();
        throw thrown;
      }
      await auth.api.revokeOtherSessions({ headers });
      await attempt.succeed();
      return true;
    },
  };
}

/** The path of a request below the address of better-auth; empty for any other address. */
function pathOf(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(BASE_PATH) ? pathname.slice(BASE_PATH.length) : "";
}

function tooManyChanges(retryAfterMs: number): GoaltraceError {
  return new GoaltraceError({
    code: "RATE_LIMITED",
    message: "Too many wrong passwords. Your password was not changed.",
    fix: `Wait ${wholeSeconds(retryAfterMs)} s and try again.`,
  });
}

/** The email address of a sign-in request, as accounts store it; null without one. Errors: INVALID_INPUT for a body beyond the limits. */
async function signInEmail(request: Request): Promise<string | null> {
  const body = parseRequestJson(new TextDecoder().decode(await limitedBody(request.clone())));
  const email = typeof body === "object" && body !== null && "email" in body ? body.email : null;
  return typeof email === "string" ? email.trim().toLowerCase().slice(0, MAX_EMAIL_LENGTH) : null;
}

function tooManyAttempts(retryAfterMs: number): Response {
  return Response.json(
    { code: "RATE_LIMITED", message: "Too many wrong passwords from your network address." },
    {
      status: 429,
      headers: { "retry-after": String(wholeSeconds(retryAfterMs)), "cache-control": "no-store" },
    },
  );
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000));
}
