import { z } from "zod";
import { type ReadAnswer, readJsonAnswer } from "../../read-json-answer.ts";
import { MAX_PLAN_STEPS, MIN_PLAN_STEPS, MOST_ACCEPTED_STEPS } from "../tunables.ts";

/** A step as a model plans it. */
export type PlannedStep = {
  readonly title: string;
  readonly reason?: string | undefined;
  readonly acceptance?: readonly string[] | undefined;
};

const stepSchema = z.strictObject({
  title: z.string().trim().min(1).max(300),
  reason: z.string().max(2_000).optional(),
  acceptance: z.array(z.string().max(500)).max(20).optional(),
});
const stepsSchema = (least: number, most: number) =>
  z.strictObject({
    reason: z.string().max(2_000).optional(),
    steps: z.array(stepSchema).min(least).max(most),
  });

/** Reads a plan of 3 to 8 steps, from JSON or a numbered list. */
export function readPlan(answer: string): ReadAnswer<readonly PlannedStep[]> {
  const read = readJsonAnswer(answer, stepsSchema(MIN_PLAN_STEPS, MAX_PLAN_STEPS));
  if (read.ok) return { ok: true, value: read.value.steps };
  const listed = readList(answer);
  return listed.length >= MIN_PLAN_STEPS && listed.length <= MAX_PLAN_STEPS
    ? { ok: true, value: listed }
    : read;
}

/** Reads whatever plan the second answer has, of any length that can be worked on; empty if it has none. */
export function readAnyPlan(answer: string): readonly PlannedStep[] {
  const read = readJsonAnswer(answer, stepsSchema(1, MOST_ACCEPTED_STEPS));
  if (read.ok) return read.value.steps;
  const listed = readList(answer);
  return listed.length <= MOST_ACCEPTED_STEPS ? listed : [];
}

/** Reads the steps that replace the rest of a plan, of which there may be none, and the reason. */
export function readRevision(
  answer: string,
): ReadAnswer<{ readonly reason: string; readonly steps: readonly PlannedStep[] }> {
  const read = readJsonAnswer(answer, stepsSchema(0, MAX_PLAN_STEPS));
  if (read.ok) return { ok: true, value: { reason: read.value.reason ?? "", steps: read.value.steps } };
  const listed = readList(answer);
  return listed.length > 0 && listed.length <= MAX_PLAN_STEPS
    ? { ok: true, value: { reason: "", steps: listed } }
    : read;
}

const LIST_ITEM = /^(?:step\s+)?\d{1,2}[.):]\s+(.{1,300})$/iu;

/** The items of a numbered list, one per line; `1. Read the file: it has the sums` is a title with its reason. */
function readList(answer: string): readonly PlannedStep[] {
  return answer.split("\n").flatMap((line) => {
    const item = LIST_ITEM.exec(line.trim())?.[1];
    if (item === undefined) return [];
    const [title = "", ...rest] = item.replaceAll("**", "").split(/:\s+|\s+[—–]\s+/u);
    const reason = rest.join(": ");
    return title.trim() === "" ? [] : [{ title: title.trim(), ...(reason === "" ? {} : { reason }) }];
  });
}
