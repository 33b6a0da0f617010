import { GoaltraceError } from "@goaltrace/core";
import type { Failure } from "@goaltrace/core";
import type { TRPC_ERROR_CODE_KEY } from "@trpc/server";

/** Only the web maps our codes to HTTP (spec 08, style 19). Codes that are not here are defects: 500. */
const TRPC_CODES: Partial<Readonly<Record<Failure["code"], TRPC_ERROR_CODE_KEY>>> = {
  NOT_SIGNED_IN: "UNAUTHORIZED",
  NOT_ALLOWED: "FORBIDDEN",
  NOT_FOUND: "NOT_FOUND",
  INVALID_INPUT: "BAD_REQUEST",
  CONFLICT: "CONFLICT",
  RATE_LIMITED: "TOO_MANY_REQUESTS",
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
export function trpcCodeOf(code: Failure["code"]): TRPC_ERROR_CODE_KEY {
  return TRPC_CODES[code] ?? "INTERNAL_SERVER_ERROR";
}

/** The HTTP status of a failure. */
export function httpStatusOf(code: Failure["code"]): number {
  return HTTP_STATUSES[trpcCodeOf(code)] ?? 500;
}

/** Drivers' and PostgreSQL's words for "the server is not there or is going away". */
const CONNECTION_TROUBLE = new Set([
  ..."ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN P1001 P1002 P1008 P1017 P2024 57P01 57P02 57P03 08006 08001 53300".split(
    " ",
  ),
]);
const CONNECTION_WORDS =
  /connection terminated|can't reach database|server has closed the connection|database not available|connection ended|timeout exceeded when trying to connect|ECONNREFUSED/i;

/** True when the database could not be asked, as opposed to having said no. */
function isDatabaseTrouble(thrown: unknown): boolean {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1) {
    if ("code" in cause && typeof cause.code === "string" && CONNECTION_TROUBLE.has(cause.code)) return true;
    if (CONNECTION_WORDS.test(cause.message)) return true;
  }
  return false;
}

/**
 * What a caller is told about anything thrown. Ours as they are; a database that is away by name; everything else without its message,
 * which may hold what is nobody's business: the request id leads to it in the server log.
 */
export function publicFailure(thrown: unknown, requestId: string): Failure {
  if (thrown instanceof GoaltraceError && thrown.code !== "INTERNAL") return thrown.toFailure();
  if (isDatabaseTrouble(thrown)) {
    return {
      code: "DATABASE_UNAVAILABLE",
      message: "The database does not answer. Nothing that was saved is lost.",
      fix: "Wait a moment: it is asked again by itself. If it stays away, look at the server log.",
    };
  }
  return {
    code: "INTERNAL",
    message: "The server made a mistake; what you asked for was not done.",
    fix: `Try again. If it happens again, report it with the reference ${requestId}.`,
  };
}
