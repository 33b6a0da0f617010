/** Calls of one graph: a model that plans more has not seen enough to plan them. */
export const MAX_CLUSTER_CALLS = 12;
/** Characters of an insufficient answer that the log keeps as what is missing. */
export const SHOWN_ANSWER_CHARACTERS = 600;
/** Checks of one step against its criteria: what three have not brought, a fourth does not bring either. */
export const MAX_COMPLETION_CHECKS = 3;
/** Reviews of one answer: later ones mostly find matters of taste. */
export const MAX_REVIEWS = 2;
/** How often a plan is revised: a third plan for the same task mostly repeats the first. */
export const MAX_REPLANS = 2;
/** Steps of a plan: fewer need no plan, more are guesses about results that no one has seen. */
export const MIN_PLAN_STEPS = 3;
export const MAX_PLAN_STEPS = 8;
/** Steps that are accepted from a model that does not keep to the above when it is asked again. */
export const MOST_ACCEPTED_STEPS = 12;
/** Answers of the model within one step: a step that takes more was too large, and the plan is revised. */
export const MAX_STEP_TURNS = 16;
/** Lessons on one step after which it counts as exhausted. */
export const MAX_STEP_LESSONS = 3;
/** Calls of tools that do not exist in one step: after the second, the model knows the tools and still has none for the step. */
export const MAX_MISSING_TOOL_CALLS = 2;
/** Characters of a step's result that the log and later requests repeat. */
export const STEP_RESULT_CHARACTERS = 1_500;
/** Characters of a lesson. */
export const LESSON_CHARACTERS = 400;
/** Characters of a failed call's error in the question for its lesson. */
export const SHOWN_ERROR_CHARACTERS = 1_500;
