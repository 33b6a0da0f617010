import type { Experience } from "../ports/experience-store.ts";
import { experiencesPrompt } from "../prompts/generated/experiences.ts";
import { fillPrompt } from "../prompts/parse.ts";

/** Returns experiences as a message that a model reads, in this order; empty without any. */
export function describeExperiences(experiences: readonly Experience[]): string {
  if (experiences.length === 0) return "";
  const rules = experiences.map(({ condition, rule, worked, trials }) =>
    trials === 0
      ? fillPrompt(experiencesPrompt.untried, { condition, rule })
      : fillPrompt(experiencesPrompt.rule, {
          ...{ condition, rule, worked: String(worked), trials: String(trials) },
        }),
  );
  return fillPrompt(experiencesPrompt.injected, { rules: rules.join("\n") });
}
