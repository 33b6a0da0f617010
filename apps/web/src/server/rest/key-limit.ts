import { GoaltraceError } from "@goaltrace/core";
import type { KeyHolder } from "@goaltrace/db";
import { type CallLimit, secondsUntilAllowed } from "../http/call-limit.ts";
import type { Runtime } from "../runtime.ts";

/** Ten requests a second per key, far more than a program that follows streams needs. An open stream counts as one request. */
export const KEY_LIMIT: CallLimit = { limit: 600, windowMs: 60_000 };

/** Counts a request of a key, over REST or MCP. Errors: RATE_LIMITED beyond the limit, with the time to wait. */
export async function countKeyRequest(
  { stores }: Pick<Runtime, "stores">,
  { id }: Pick<KeyHolder, "id">,
): Promise<void> {
  const seconds = await secondsUntilAllowed(stores.callCounts, `key ${id}`, KEY_LIMIT);
  if (seconds !== null) throw tooManyRequests(seconds);
}

function tooManyRequests(seconds: number): GoaltraceError {
  return new GoaltraceError(
    {
      code: "RATE_LIMITED",
      message: `This key has sent more than ${KEY_LIMIT.limit} requests in one minute.`,
      fix: `Wait ${seconds} s (see Retry-After). To follow a run, use its event stream instead of polling.`,
    },
    { retryAfterSeconds: seconds },
  );
}
