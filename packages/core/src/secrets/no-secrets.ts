import { GoaltraceError } from "../errors.ts";
import type { CallSecrets } from "../ports/run-secrets.ts";

/** The secrets of a call in a run without secrets. */
export const NO_SECRETS: CallSecrets = {
  reveal: async ([name = ""]) => {
    throw new GoaltraceError({
      code: "NOT_ALLOWED",
      message: `There is no secret ${name}, and no other.`,
      fix: "Add it under Settings, Secrets.",
    });
  },
};
