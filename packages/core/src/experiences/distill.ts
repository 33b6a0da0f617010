import type { ExperienceFields, NewExperience } from "../ports/experience-store.ts";
import { experiencesPrompt } from "../prompts/generated/experiences.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { EXPERIENCE_CHARACTERS } from "./tunables.ts";

/** The place of an observation in a run. `toolName`: the tool that it is about; null if it is about the answer or the whole run. */
type Place = {
  readonly traceId: string;
  readonly sequence: number | null;
  readonly toolName: string | null;
  /** The message that the run works on, and its entry. */
  readonly task: string;
  readonly taskSequence: number | null;
};

/** A thumb of a person with their reason, a correction of a call, or a lesson after which the call succeeded. */
export type Observation = Place &
  (
    | { readonly kind: "thumb"; readonly score: 1 | -1; readonly text: string }
    | { readonly kind: "correction" | "lesson"; readonly text: string }
  );

/** The texts of a candidate with what shows it; a person decides about it. */
export type Candidate = Omit<NewExperience, "id" | "state">;

/**
 * Makes a candidate of an observation, from people and strategies alike. Words of the form "when …, then …" are used unchanged; for others the
 * condition is the task, and the tool if the observation is about one. Null without words: a thumb alone is a judgment, not a rule.
 */
export function distill(
  observation: Observation,
  audience: Pick<ExperienceFields, "audience" | "agent">,
): Candidate | null {
  const text = observation.text.trim();
  if (text === "") return null;
  const said = readRule(text);
  const isWarning = observation.kind === "thumb" && observation.score < 0;
  const reason = cut(text, EXPERIENCE_CHARACTERS.rule);
  const { traceId, sequence, taskSequence } = observation;
  return {
    ...audience,
    source: observation.kind === "lesson" ? "execution" : "feedback",
    condition: cut(said?.condition ?? conditionOf(observation), EXPERIENCE_CHARACTERS.condition),
    rule: cut(
      said?.rule ?? (isWarning ? fillPrompt(experiencesPrompt.avoid, { reason }) : reason),
      EXPERIENCE_CHARACTERS.rule,
    ),
    evidence: [
      {
        ...{ traceId, sequence, taskSequence: said === null ? taskSequence : null },
        quote: cut(text, EXPERIENCE_CHARACTERS.quote),
        worked: hasWorked(observation),
      },
    ],
  };
}

/** A lesson was followed by a success, and praise names what worked. Blame and corrections name something that has not been tried yet. */
function hasWorked(observation: Observation): true | null {
  if (observation.kind === "lesson") return true;
  return observation.kind === "thumb" && observation.score > 0 ? true : null;
}

function conditionOf({ toolName, task }: Place): string {
  const line = cut(task, EXPERIENCE_CHARACTERS.task);
  return toolName === null
    ? fillPrompt(experiencesPrompt.likeTask, { task: line })
    : fillPrompt(experiencesPrompt.callsTool, { tool: toolName, task: line });
}

const ENGLISH = /^(?:when(?:ever)?|if)\s+([^,]+),\s*(?:then\s+)?(\S.*)$/isu;
const CHINESE = /^(?:当|如果|若|每当)([^，,]+?)(?:时候|时|的话)?[，,]\s*(?:则|就|那么|应)?(\S.*)$/su;

/** Reads words that a person or a model wrote in the form of a rule; null for other words. */
function readRule(text: string): { readonly condition: string; readonly rule: string } | null {
  const [, condition = "", rule = ""] = ENGLISH.exec(text) ?? CHINESE.exec(text) ?? [];
  return condition.trim() === "" || rule.trim() === ""
    ? null
    : { condition: condition.trim(), rule: rule.trim() };
}

/** Puts a text on one line and cuts it by characters, never in the middle of one. */
function cut(text: string, most: number): string {
  // A text may be megabytes long; white space makes no sentence four times as long.
  const characters = [
    ...text
      .slice(0, most * 4)
      .replace(/\s+/gu, " ")
      .trim(),
  ];
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
}
