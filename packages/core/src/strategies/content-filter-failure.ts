import type { Failure } from "../errors.ts";

/** The failure of a run whose answer was ended by the provider's content filter. */
export const contentFilterFailure: Failure = {
  code: "MODEL_CONTENT_FILTERED",
  message: "The provider's content filter ended the answer.",
  fix: "Rephrase the task, or choose a model with a different content filter.",
};
