import { GoaltraceError } from "@goaltrace/core";
import type { Failure } from "@goaltrace/core";
import { type OutageKind, outageOf } from "@goaltrace/db";
import type { TRPC_ERROR_CODE_KEY } from "@trpc/server";

/** Only the web app maps error codes to HTTP. A code that is missing here indicates a bug: 500. */
const TRPC_CODES: Partial<Readonly<Record<Failure["code"], TRPC_ERROR_CODE_KEY>>> = {
  NOT_SIGNED_IN: "UNAUTHORIZED",
  NOT_ALLOWED: "FORBIDDEN",
  NOT_FOUND: "NOT_FOUND",
  INVALID_INPUT: "BAD_REQUEST",
  CONFLICT: "CONFLICT",
  RATE_LIMITED: "TOO_MANY_REQUESTS",
  QUOTA_EXCEEDED: "TOO_MANY_REQUESTS",
  MODEL_NOT_CONFIGURED: "SERVICE_UNAVAILABLE",
  DATABASE_UNAVAILABLE: "SERVICE_UNAVAILABLE",
  CONFIGURATION_INVALID: "SERVICE_UNAVAILABLE",
};

const HTTP_STATUSES: Partial<Readonly<Record<TRPC_ERROR_CODE_KEY, number>>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_REQUEST: 400,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** The tRPC code of a failure. */
export function trpcCode(code: Failure["code"]): TRPC_ERROR_CODE_KEY {
  return TRPC_CODES[code] ?? "INTERNAL_SERVER_ERROR";
}

/** The HTTP status of a failure. */
export function httpStatus(code: Failure["code"]): number {
  return HTTP_STATUSES[trpcCode(code)] ?? 500;
}

/** Returns what keeps the database from serving the request; null when the request itself failed. Our own errors identify it by their code. */
function databaseOutage(thrown: unknown): OutageKind | null {
  if (thrown instanceof GoaltraceError && thrown.code !== "DATABASE_UNAVAILABLE") return null;
  const kind = outageOf(thrown)?.kind ?? null;
  return thrown instanceof GoaltraceError ? (kind ?? "unreachable") : kind;
}

/** Messages to callers about an outage: they name no addresses, variables or folders of the server. */
const OUTAGE_MESSAGES: Readonly<Record<OutageKind, string>> = {
  unreachable: "The database is not responding.",
  restarting: "The database is restarting.",
  connections: "The database has no free connection.",
  disk: "The disk of the database is full.",
  resources: "The database has run out of memory or another resource.",
  read_only: "The database accepts no changes at the moment.",
};

/** PostgreSQL's errors for a NUL character and for an escape without a character, as SQLSTATE and as Prisma reports them. */
const UNREADABLE_TEXT_CODES = new Set(["22021", "22P05"]);
const UNREADABLE_TEXT_MESSAGE =
  /invalid byte sequence for encoding|unsupported Unicode escape sequence|Unicode (?:high|low) surrogate/i;

/** Returns true when a text of the request could not be decoded or stored. No other text reaches these errors: stored text was accepted. */
function isUnreadableText(thrown: unknown): boolean {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1) {
    if (cause instanceof URIError || UNREADABLE_TEXT_MESSAGE.test(cause.message)) return true;
    if ("code" in cause && typeof cause.code === "string" && UNREADABLE_TEXT_CODES.has(cause.code))
      return true;
  }
  return false;
}

/**
 * Returns the failure that a caller may see for a thrown value. Our own errors pass unchanged, and an unavailable database and unreadable
 * text are named. All other messages may contain internals and are hidden; the request id identifies them in the server log.
 */
export function publicFailure(thrown: unknown, requestId: string): Failure {
  // Our own error names the variables of the server, which its callers must not learn.
  const outage = databaseOutage(thrown);
  if (outage !== null) {
    return {
      code: "DATABASE_UNAVAILABLE",
      message: `${OUTAGE_MESSAGES[outage]} Saved data is safe.`,
      fix: "Wait a moment; the server retries automatically. If the problem persists, check the server log.",
    };
  }
  if (thrown instanceof GoaltraceError && thrown.code !== "INTERNAL") return thrown.toFailure();
  if (isUnreadableText(thrown)) {
    return {
      code: "INVALID_INPUT",
      message:
        "The request contains text that cannot be read or stored, such as a NUL character or a broken escape.",
      fix: "Remove these characters and try again.",
    };
  }
  return {
    code: "INTERNAL",
    message: "Internal server error. The request was not completed.",
    fix: `Try again. If it happens again, report it with the request id ${requestId}.`,
  };
}
