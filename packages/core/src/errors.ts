import { cleanForeignText } from "./foreign-text.ts";

/** The closed list of error codes. Every error also has a `fix`: a sentence that explains the remedy to a person. */
export type GoaltraceErrorCode =
  | "MODEL_NOT_CONFIGURED"
  | "MODEL_REFUSED_KEY"
  | "MODEL_NOT_FOUND"
  | "MODEL_QUOTA_EXHAUSTED"
  | "MODEL_RATE_LIMITED"
  | "MODEL_UNAVAILABLE"
  | "MODEL_REQUEST_INVALID"
  | "MODEL_CONTENT_FILTERED"
  | "MODEL_EMPTY_ANSWER"
  | "CONTEXT_TOO_LONG"
  | "LIMIT_REACHED"
  | "DOOM_LOOP"
  | "CRASH_LOOP"
  | "LEASE_LOST"
  | "SEQUENCE_CONFLICT"
  | "NOT_FOUND"
  | "NOT_ALLOWED"
  | "NOT_SIGNED_IN"
  | "INVALID_INPUT"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "QUOTA_EXCEEDED"
  | "DATABASE_UNAVAILABLE"
  | "CONFIGURATION_INVALID"
  | "REPLAY_DIVERGED"
  | "CANCELLED"
  | "INTERNAL";

/** A failure in serializable form, as stored in logs, sent over the wire and shown to people. */
export type Failure = {
  readonly code: GoaltraceErrorCode;
  readonly message: string;
  readonly fix: string;
};

/** Marks errors of every copy of this module in the process. */
const MARK: unique symbol = Symbol.for("goaltrace.error");

/** The only error class. Thrown at API boundaries only; inside the loop, failures are values of type `Failure`. */
export class GoaltraceError extends Error {
  readonly code: GoaltraceErrorCode;
  readonly fix: string;
  /** Whole seconds after which the same request may succeed; undefined when waiting does not help. */
  readonly retryAfterSeconds: number | undefined;

  /**
   * Recognizes errors of other copies of this class too: Next bundles pages and routes separately, and an error of the runtime that a page
   * opened must keep its code in a route.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && MARK in value;
  }

  constructor(failure: Failure, options?: { cause?: unknown; retryAfterSeconds?: number }) {
    super(failure.message, options);
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.name = "GoaltraceError";
    this.code = failure.code;
    this.fix = failure.fix;
  }

  get [MARK](): true {
    return true;
  }

  /** Returns the serializable form. */
  toFailure(): Failure {
    return { code: this.code, message: this.message, fix: this.fix };
  }
}

/** Converts anything thrown to a Failure. Foreign errors become INTERNAL with their message, cleaned and cut. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof GoaltraceError) return thrown.toFailure();
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    code: "INTERNAL",
    message: cleanForeignText(message),
    fix: "Check the server log for this time. If it happens again, report it with that log.",
  };
}

/** Makes a switch over a union exhaustive: a missing case is a type error, an invalid value throws. */
export function assertNever(value: never): never {
  throw new GoaltraceError({
    code: "INTERNAL",
    message: `Unexpected value ${JSON.stringify(value)}`,
    fix: "This is a bug; report it with the log.",
  });
}
