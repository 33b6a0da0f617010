import { z } from "zod";
import type { ShownMemory } from "../ports/run-environment.ts";
import { recallChoicePrompt } from "../prompts/generated/recall-choice.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { type ReadAnswer, readJsonAnswer } from "../read-json-answer.ts";
import type { MemoryCandidate } from "./choose-memories.ts";
import { MAX_RECALLED, RECALL_CHOICE } from "./tunables.ts";

/** The instructions of the model that chooses. */
export const RECALL_CHOICE_SYSTEM = fillPrompt(recallChoicePrompt.system, { most: String(MAX_RECALLED) });

const CHOICE = z.strictObject({ notes: z.array(z.number().int().min(1)) });

/** Returns the candidates that the ranking left out and that may still be right: current ones that the context does not have. Best first. */
export function offeredMemories(
  candidates: readonly MemoryCandidate[],
  inContext: (memory: ShownMemory) => boolean,
): readonly MemoryCandidate[] {
  return candidates
    .filter(
      ({ entry, outcome }) =>
        (outcome === "unsure" || outcome === "crowded_out") &&
        !inContext({ memoryId: entry.id, version: entry.version }),
    )
    .slice(0, RECALL_CHOICE.candidates);
}

/** Returns the question for the model: the message of the turn, and the names and descriptions of the candidates. */
export function recallQuestion(task: string, offered: readonly MemoryCandidate[]): string {
  const notes = offered.map(({ entry }, index) =>
    fillPrompt(recallChoicePrompt.note, {
      number: String(index + 1),
      name: oneLine(entry.name),
      description: oneLine(entry.description),
    }),
  );
  return fillPrompt(recallChoicePrompt.user, {
    task: task.slice(0, RECALL_CHOICE.taskCharacters),
    notes: notes.join("\n"),
  });
}

/** Reads the ids that the model chose, at most as many as a turn recalls. A number that no candidate has makes the answer unusable. */
export function readRecallChoice(
  answer: string,
  offered: readonly MemoryCandidate[],
): ReadAnswer<ReadonlySet<string>> {
  const read = readJsonAnswer(answer, CHOICE);
  if (!read.ok) return read;
  const ids = read.value.notes.map((number) => offered[number - 1]?.entry.id);
  const unknown = ids.indexOf(undefined);
  if (unknown !== -1)
    return { ok: false, problem: `No note has the number ${String(read.value.notes[unknown])}.` };
  return { ok: true, value: new Set(ids.flatMap((id) => id ?? []).slice(0, MAX_RECALLED)) };
}

/** Marks what the model chose and what it left out among the candidates of a turn. */
export function withChoice(
  candidates: readonly MemoryCandidate[],
  offered: readonly MemoryCandidate[],
  chosen: ReadonlySet<string>,
): readonly MemoryCandidate[] {
  const asked = new Set(offered.map(({ entry }) => entry.id));
  return candidates.map((candidate) => {
    const { id } = candidate.entry;
    if (!asked.has(id)) return candidate;
    return { ...candidate, outcome: chosen.has(id) ? "picked" : "declined" };
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
