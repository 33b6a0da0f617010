import type { Failure } from "../errors.ts";

/** The provider ended the answer, and the run ends with it. */
export const contentFilterFailure: Failure = {
  code: "MODEL_CONTENT_FILTERED",
  message: "The provider's content filter ended the answer.",
  fix: "Rephrase the task, or choose a model with another filter.",
};
