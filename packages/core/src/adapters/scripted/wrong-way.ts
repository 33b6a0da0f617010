import { GOAL_TOOL } from "../../log/tool-names.ts";
import { inOrder, type Scenario } from "./scenario.ts";

const STEPS = inOrder(
  () => ({
    text: "There may already be a summary with the total. I look for it first.",
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [
            { op: "add", title: "Take the total from the summary file" },
            { op: "add", title: "Report the total" },
          ],
        },
      },
    ],
  }),
  () => ({ calls: [{ name: GOAL_TOOL, arguments: { operations: [{ op: "focus", goal: "1" }] } }] }),
  () => ({ calls: [{ name: "read_file", arguments: { path: "reports/summary.json" } }] }),
  () => ({
    text: "The file is not where I expected it. Perhaps it has a different name.",
    calls: [
      { name: "glob_files", arguments: { pattern: "**/*summary*" } },
      { name: "read_file", arguments: { path: "summary.json" } },
    ],
  }),
  () => ({
    reasoning: "Two reads and a search found nothing. Any further attempt would be a guess.",
    text: "There is no summary, so I abandon this approach and add up the orders myself.",
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [
            {
              op: "abandon",
              goal: "1",
              reason: "No summary file exists in the folder",
              instead: "Add up the orders from the data",
            },
          ],
        },
      },
    ],
  }),
  () => ({
    calls: [
      { name: GOAL_TOOL, arguments: { operations: [{ op: "focus", goal: "1" }] } },
      { name: "glob_files", arguments: { pattern: "**/*.csv" } },
    ],
  }),
  () => ({
    calls: [{ name: "grep_content", arguments: { pattern: "^\\d+,", path: ".", glob: "**/*.csv" } }],
  }),
  ({ lastResult }) => {
    const amounts = [...lastResult.matchAll(/,(\d+\.\d\d)\b/g)].map((match) => match[1] ?? "0");
    return {
      text: `I add up ${amounts.length} amounts.`,
      calls: [
        { name: "calculator", arguments: { expression: amounts.length === 0 ? "0" : amounts.join(" + ") } },
      ],
    };
  },
  ({ lastResult }) => ({
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [
            { op: "done", goal: "1", summary: `Added up to ${lastResult.slice(0, 40)}` },
            { op: "focus", goal: "2" },
            { op: "done", goal: "2", summary: "Reported in the answer." },
          ],
        },
      },
    ],
  }),
  ({ results }) => ({
    text: `The orders add up to **${results.at(-2)?.match(/-?[\d.]+/)?.[0] ?? "nothing"}**. The first approach failed because there is no summary file; its branch stays visible in the graph.\n\nScripted demo, not an AI model.`,
  }),
);

/** A run that goes wrong, abandons a branch with its reason and finds another way. */
export const wrongWay: Scenario = {
  name: "wrong-way",
  prompt: "Find the total of all orders, even if the first way fails",
  matches: (text) => /total|fails?\b|wrong|总额|失败/i.test(text),
  steps: STEPS,
};
