import { z } from "zod";
import { oneLine } from "../../log/describe.ts";
import type { EntryDraft } from "../../log/entry.ts";
import type { FailedToolCall } from "../../loop/plan/plan-state.ts";
import type { HelperRun, StrategyAction } from "../../loop/strategy.ts";
import { lessonsPrompt } from "../../prompts/generated/lessons.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { readJsonAnswer } from "../../read-json-answer.ts";
import { LESSON_CHARACTERS, SHOWN_ERROR_CHARACTERS } from "../tunables.ts";

const lessonSchema = z.strictObject({ lesson: z.string().trim().min(1).max(LESSON_CHARACTERS) });

/**
 * Reflexion (Shinn et al. 2023): turns a failed call into a lesson for the next requests. Where the call itself was wrong, the error says what
 * to do and no model is asked; nor is the lesson lost if the model's answer cannot be used.
 */
export function learnFrom(failure: FailedToolCall): StrategyAction {
  const { toolCallId, toolName, goalId, output, argumentsText } = failure;
  const lesson = (
    text: string,
    run: Pick<HelperRun, "ids"> & { readonly callId: string | null },
  ): EntryDraft => ({
    ...{ kind: "event", type: "lesson.learned", goalId },
    data: {
      ...{ lessonId: run.ids.next(), toolCallId, callId: run.callId, text },
      by: run.callId === null ? "rule" : "model",
    },
  });
  const byRule = fillPrompt(lessonsPrompt.rule, {
    ...{ tool: toolName, error: oneLine(output) },
  }).slice(0, LESSON_CHARACTERS);
  if (failure.isRule)
    return { kind: "record", entries: ({ ids }) => [lesson(byRule, { ids, callId: null })] };
  return {
    ...{ kind: "ask", purpose: "lesson" },
    question: fillPrompt(lessonsPrompt.ask, {
      tool: toolName,
      arguments: argumentsText.slice(0, SHOWN_ERROR_CHARACTERS),
      error: output.slice(0, SHOWN_ERROR_CHARACTERS),
    }),
    read: (answer, run) => {
      const read = readJsonAnswer(answer, lessonSchema);
      return read.ok ? { ok: true, entries: [lesson(read.value.lesson, run)] } : read;
    },
    without: (_problem, { ids }) => [lesson(byRule, { ids, callId: null })],
  };
}
