import type { Scenario, ScenarioView, ScriptedAnswer } from "./scenario.ts";

const PLAN = {
  steps: [
    {
      title: "See which files there are",
      reason: "The report has to come from them.",
      acceptance: ["the folder is listed"],
    },
    { title: "Read the summary of the month", reason: "It may have the figures already." },
    { title: "Write the report" },
  ],
};

const REVISION = {
  reason: "There is no summary, but the documents say what the project is about.",
  steps: [
    { title: "Count the documents instead", reason: "They are what there is." },
    { title: "Write the report from them", acceptance: ["a file has the report"] },
  ],
};

const NOT_WRITTEN = { done: false, missing: ["no call wrote a file with the report"] };

const LESSON = { lesson: "List the folder before you guess the name of a file." };

/** The answers to the questions of the runtime, by words that each contains, with the stages that they take. */
const ANSWERS: readonly (readonly [string, object, number])[] = [
  ["Plan the person's task", PLAN, 1],
  ["A tool call has failed", LESSON, 0.4],
  ["Check whether this step", { done: true, missing: [] }, 0.4],
  ["Revise the rest of the plan", REVISION, 1],
];

const END = `The report is written from the documents, because **there is no summary of the month**: step 2 failed, and the plan was revised. The list of files was checked; the last step is **not verified**, since no file was written. Open the trace to see the plan, both lessons and the revision.

This answer is prewritten: it comes from the **scripted demo**, not from an AI model. The tools, the plan and the log are real.`;

/** The answer to a question of the runtime; null for one that every tour answers alike. */
function answerQuestion({ tail }: ScenarioView): ScriptedAnswer | null {
  const isReport = tail.includes("Check whether this step") && tail.includes("Write the report from them");
  const found = ANSWERS.find(([words]) => tail.includes(words));
  if (found === undefined) return null;
  const [, answer, stages] = found;
  return { text: JSON.stringify(isReport ? NOT_WRITTEN : answer), stages };
}

function reply(view: ScenarioView): ScriptedAnswer | null {
  const { tail, results } = view;
  if (tail.startsWith("<runtime-request>")) return answerQuestion(view);
  if (tail.includes("The plan has ended")) return { text: END };
  switch (/Work on step (\d+) of the plan now/u.exec(tail)?.[1] ?? "") {
    case "1":
      return results.length === 0
        ? { text: "I list the folder.", calls: [{ name: "list_directory", arguments: { path: "." } }] }
        : { text: "The folder is listed." };
    case "2":
      return results.length < 3
        ? {
            calls: [
              {
                name: "read_file",
                arguments: { path: ["reports/summary.md", "summary.md"][results.length - 1] },
              },
            ],
          }
        : { text: "FAILED: there is no summary of the month in this folder." };
    case "3":
      return results.length < 4
        ? { calls: [{ name: "glob_files", arguments: { pattern: "**/*.md" } }] }
        : { text: "The documents are found." };
    default:
      return writeReport(view);
  }
}

/** The last step, whose check misses a file: the model looks for it, and claims no more than there is. */
function writeReport({ tail, results }: ScenarioView): ScriptedAnswer {
  if (results.length > 4) return { text: "The report is in this answer, and in no file." };
  return tail.includes("no call wrote a file")
    ? { text: "I look for the file.", calls: [{ name: "glob_files", arguments: { pattern: "reports/**" } }] }
    : { text: "The report says what the documents are about." };
}

/** Plan and execute: a step fails twice, teaches two lessons, the plan is revised, and one result is not verified. */
export const planWithDetour: Scenario = {
  name: "plan-with-detour",
  prompt: "Write the monthly report, and revise the plan if a step fails",
  matches: (text) => /monthly report|月报/i.test(text),
  steps: [],
  reply,
};
