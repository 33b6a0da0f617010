import type { Scenario, ScenarioView, ScriptedAnswer } from "./scenario.ts";

const CALLS = {
  steps: [
    { id: "E1", title: "List the folder", tool: "list_directory", args: { path: "." } },
    { id: "E2", title: "Find the documents", tool: "glob_files", args: { pattern: "**/*.md" } },
    { id: "E3", title: "Add up the first half", tool: "calculator", args: { expression: "120 + 95 + 210" } },
    { id: "E4", title: "Add up the second half", tool: "calculator", args: { expression: "180 + 75 + 260" } },
    {
      ...{ id: "E5", title: "Add up the year", tool: "calculator" },
      ...{ args: { expression: "(${E3}) + (${E4})" }, deps: ["E3", "E4"] },
    },
  ],
};

const PREWRITTEN =
  "This answer is prewritten: it comes from the **scripted demo**, not from an AI model. The tools, the plan and the log are real.";

/** The answer claims no call that failed, as those to files do without a project folder. */
function solution(results: string): object {
  const first = results.includes("FAILED")
    ? "Four calls ran at once, and not all of them found what they looked for: open the trace to see why."
    : "Four calls ran at once, each for a fact of its own.";
  return {
    answer: `${first} The fifth added up the results of two of them: 940 for the year. Two model calls were enough.\n\n${PREWRITTEN}`,
    evidence_sufficient: true,
  };
}

function reply({ tail }: ScenarioView): ScriptedAnswer | null {
  if (tail.includes("Plan the tool calls")) return { text: JSON.stringify(CALLS), stages: 1 };
  return tail.includes("The planned calls have ended")
    ? { text: JSON.stringify(solution(tail)), stages: 1 }
    : null;
}

/** A graph of calls: four at once, and one that needs two of them. */
export const callsAtOnce: Scenario = {
  name: "calls-at-once",
  prompt: "Collect the facts about this folder with calls at once",
  matches: (text) => /calls at once|同时调用/i.test(text),
  steps: [],
  reply,
};
