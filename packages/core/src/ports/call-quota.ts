import type { Failure } from "../errors.ts";

/** The sender of a model call: a person in a workspace, directly or through the API key that started the run. */
export type CallSender = {
  readonly workspaceId: string;
  readonly personId: string;
  readonly keyId: string | null;
};

/** A quota that leaves no room for a call now. */
export type UsedUpQuota = {
  /** Such as `person.calls_per_minute`. */
  readonly name: string;
  /** The number of calls that it allows. */
  readonly limit: number;
  /** When to ask again, in milliseconds. It may be before the calls are allowed again, because the limit may have been raised. */
  readonly retryAfterMs: number;
  /** For a call that does not wait. */
  readonly failure: Failure;
};

/** The quotas of model calls of workspaces, people and keys, for the calls of all processes together. */
export interface CallQuota {
  /**
   * Counts a request that goes out when this resolves: it must not be sent later. Returns the quota that leaves no room for it, and then counts
   * nothing; null when it may be sent. Errors: DATABASE_UNAVAILABLE.
   */
  count(sender: CallSender): Promise<UsedUpQuota | null>;
}
