import type { Experience } from "../ports/experience-store.ts";
import { experiencesPrompt } from "../prompts/generated/experiences.ts";
import { fillPrompt } from "../prompts/parse.ts";

/** Words of a rule that its skill is named for, and the longest name. The public format allows 64 characters. */
const NAME_WORDS = 5;
const NAME_CHARACTERS = 48;

/** Returns an experience as the text of a skill, which a person then edits, with its name. A rule without Latin words is named for its id. */
export function skillOf({ id, condition, rule, worked, trials }: Experience): {
  readonly name: string;
  readonly source: string;
} {
  const words = rule.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  const slug = words.slice(0, NAME_WORDS).join("-").slice(0, NAME_CHARACTERS).replace(/-$/u, "");
  const name = slug === "" ? `experience-${id.replace(/[^a-z0-9]/gu, "").slice(-8)}` : slug;
  const description = JSON.stringify(fillPrompt(experiencesPrompt.skillDescription, { condition, rule }));
  const figures = { worked: String(worked), trials: String(trials) };
  return {
    name,
    source: `${fillPrompt(experiencesPrompt.skill, { name, description, title: rule, condition, rule, ...figures })}\n`,
  };
}
