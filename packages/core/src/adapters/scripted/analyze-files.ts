import { GOAL_TOOL } from "../../log/tool-names.ts";
import { inOrder, findPath, type Scenario } from "./scenario.ts";

const STEPS = inOrder(
  () => ({
    reasoning: "Several files and no question about one of them: a plan first, so that it can be followed.",
    text: "I will get an overview first, then look closer at what matters.",
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [
            { op: "add", title: "Get an overview of the folder" },
            { op: "add", title: "Understand the main parts" },
            { op: "add", title: "Sum up what the project does" },
          ],
        },
      },
    ],
  }),
  () => ({ calls: [{ name: GOAL_TOOL, arguments: { operations: [{ op: "focus", goal: "1" }] } }] }),
  () => ({
    text: "The folder and its files, side by side.",
    calls: [
      { name: "list_directory", arguments: { path: "." } },
      { name: "glob_files", arguments: { pattern: "**/*.md" } },
      { name: "glob_files", arguments: { pattern: "**/*.{ts,js,py,csv,json}" } },
    ],
  }),
  ({ results }) => ({
    text: "The readme says what it is meant to be.",
    calls: [{ name: "read_file", arguments: { path: findPath(results.at(-2) ?? "", /\.md$/, "README.md") } }],
  }),
  () => ({
    text: "That is the outline. The second goal is too large for one step, so I split it.",
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [
            { op: "done", goal: "1", summary: "Listed the folder and read its readme." },
            { op: "under", goal: "2", titles: ["Read the code", "Look for open ends"] },
          ],
        },
      },
    ],
  }),
  () => ({ calls: [{ name: GOAL_TOOL, arguments: { operations: [{ op: "focus", goal: "2.1" }] } }] }),
  ({ results }) => ({
    calls: [
      {
        name: "read_file",
        arguments: { path: findPath(results.join("\n"), /\.(ts|js|py)$/, "src/orders.ts") },
      },
      { name: "grep_content", arguments: { pattern: "function|def |export ", path: "." } },
    ],
  }),
  () => ({
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [{ op: "done", goal: "2.1", summary: "Read the main file and found its functions." }],
        },
      },
    ],
  }),
  () => ({
    text: "Open ends usually carry a mark.",
    calls: [{ name: "grep_content", arguments: { pattern: "FIX|XXX|later|should", path: "." } }],
  }),
  () => ({
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [
            { op: "done", goal: "2.2", summary: "Searched for marked open ends." },
            { op: "focus", goal: "3" },
          ],
        },
      },
    ],
  }),
  () => ({
    calls: [
      {
        name: GOAL_TOOL,
        arguments: { operations: [{ op: "done", goal: "3", summary: "Summed up in the answer." }] },
      },
    ],
  }),
  ({ results }) => ({
    text: `I looked at the folder, its readme, its main file and the marked open ends: ${results.length} tool results in all. Open the trace to see each call under the goal it was made for, with what came back.\n\nThis answer was written in advance: you are watching the **scripted demo**, not an AI model. The tools, the plan and the log are real.`,
  }),
);

/** Nested goals over real files: an overview, details, an answer. */
export const analyzeFiles: Scenario = {
  name: "analyze-files",
  prompt: "Analyze the files of this project",
  matches: (text) => /analy[sz]e|overview|分析/i.test(text),
  steps: STEPS,
};
