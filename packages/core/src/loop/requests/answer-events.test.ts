import { expect, it } from "vitest";
import { answerEvents } from "./answer-events.ts";
import type { Question } from "./request-state.ts";

const EXPIRES_AT = 1_000;
const question = (questionId: string, more: Partial<Question> = {}): [string, Question] => [
  `call of ${questionId}`,
  {
    ...{
      questionId,
      toolCallId: `call of ${questionId}`,
      text: "Which?",
      choices: [],
      answer: null,
      isUsed: false,
    },
    ...{ expiresAt: EXPIRES_AT, ...more },
  },
];
const questions = new Map([
  question("soon"),
  question("never", { expiresAt: null }),
  question("done", { answer: { text: "a" } }),
]);

const answer = (questionId: string, at: number) =>
  answerEvents(
    { state: { questions, budget: { question: null } } },
    {
      ...{ kind: "answer", id: `answer:${questionId}`, traceId: "t", personId: "mira", at },
      payload: { questionId, text: "b" },
    },
  ).map(({ data }) => data);

it("counts an answer that was sent before the question expired", () => {
  expect(answer("soon", EXPIRES_AT - 1)).toMatchObject([
    { questionId: "soon", personId: "mira", text: "b", outcome: "answered" },
  ]);
  expect(answer("soon", EXPIRES_AT)).toEqual([]);
  expect(answer("never", EXPIRES_AT)).toHaveLength(1);
});

it("ignores an answer to what is answered or was never asked", () => {
  expect(answer("done", 0)).toEqual([]);
  expect(answer("unknown", 0)).toEqual([]);
});
