import { GoaltraceError } from "@goaltrace/core";

/** Returns the refusal of a request or stream without a valid API key. */
export function invalidKey(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_SIGNED_IN",
    message: "The API key is missing, invalid or revoked.",
    fix: 'Send the header "Authorization: Bearer gt_…". Create a key under Settings, API keys, or with goaltrace admin create-key.',
  });
}
