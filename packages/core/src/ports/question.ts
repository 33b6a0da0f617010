import { z } from "zod";
import { MAX_CHOICES, MAX_QUESTION_CHARACTERS } from "../tunables.ts";

/** The arguments of a call that asks a person. */
export const questionSchema = z.object({
  question: z
    .string()
    .trim()
    .min(1)
    .max(MAX_QUESTION_CHARACTERS)
    .describe("The question, with everything the person needs to answer it."),
  choices: z
    .array(z.string().trim().min(1).max(200))
    .max(MAX_CHOICES)
    .optional()
    .describe("Answers to choose from; the person may also write another one."),
});

/** The choice that ends a run which repeats itself; every other answer says how to continue. Stored in logs. */
export const STOP_CHOICE = "Give up";

/** The name of the choice in questions of earlier versions, which may still be open. */
const EARLIER_STOP_CHOICE = "Stop the run";

/** Returns true for the answer that ends a run which repeats itself. */
export function isStopChoice(text: string): boolean {
  return text === STOP_CHOICE || text === EARLIER_STOP_CHOICE;
}
