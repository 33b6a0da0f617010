import { GOAL_TOOL } from "../../log/tool-names.ts";
import { inOrder, findPath, type Scenario, type ScenarioView } from "./scenario.ts";

const STEPS = inOrder(
  () => ({
    reasoning:
      "The task covers several files and asks about none in particular, so I start with a plan that people can follow.",
    text: "I will get an overview first, then take a closer look at the important parts.",
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [
            { op: "add", title: "Get an overview of the folder" },
            { op: "add", title: "Understand the main parts" },
            { op: "add", title: "Summarize what the project does" },
          ],
        },
      },
    ],
  }),
  () => ({ calls: [{ name: GOAL_TOOL, arguments: { operations: [{ op: "focus", goal: "1" }] } }] }),
  () => ({
    text: "First, I list the folder and search it for documents and code.",
    calls: [
      { name: "list_directory", arguments: { path: "." } },
      { name: "glob_files", arguments: { pattern: "**/*.md" } },
      { name: "glob_files", arguments: { pattern: "**/*.{ts,js,py,csv,json}" } },
    ],
  }),
  ({ results }) => ({
    text: "A document usually explains the purpose of the project.",
    calls: [{ name: "read_file", arguments: { path: findPath(results.at(-2) ?? "", /\.md$/, "README.md") } }],
  }),
  () => ({
    text: "That is the outline. The second goal is too large for one step, so I split it.",
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [
            { op: "done", goal: "1", summary: "Listed the folder and read a document about it." },
            { op: "under", goal: "2", titles: ["Read the code", "Look for unfinished work"] },
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
    text: "Unfinished work is usually marked in a comment.",
    calls: [{ name: "grep_content", arguments: { pattern: "FIX|XXX|later|should", path: "." } }],
  }),
  () => ({
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [
            { op: "done", goal: "2.2", summary: "Searched for comments that mark unfinished work." },
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
        arguments: { operations: [{ op: "done", goal: "3", summary: "Summarized in the answer." }] },
      },
    ],
  }),
  (view) => ({
    text: `${facts(view)}\n\nThat took ${view.results.length} tool calls. Open the trace to see each call and its result under its goal.\n\nThis answer is prewritten: it comes from the **scripted demo**, not from an AI model. The tools, the plan and the log are real.`,
  }),
);

/** The facts of the answer, each read from the result of a call; a kind of which nothing was found is left out. */
function facts({ results }: ScenarioView): string {
  const lines = (pattern: RegExp): readonly string[] =>
    [...new Set(results.flatMap((result) => result.split("\n")).map((line) => line.trim()))].filter((line) =>
      pattern.test(line),
    );
  const files = (pattern: RegExp): readonly string[] =>
    lines(pattern).filter((line) => !/\s/u.test(line) && !line.includes(":"));
  const documents = files(/\.md$/u);
  const sources = files(/\.(?:ts|js|py|csv|json)$/u);
  const functions = lines(/^\d+: .*\b(?:function|def) \w+/u).flatMap((line) => {
    const name = /\b(?:function|def) (\w+)/u.exec(line)?.[1];
    return name === undefined ? [] : [`\`${name}\``];
  });
  const open = lines(/^\d+: .*(?:FIX|XXX|later|should)/u);
  return [
    listed("Documents", documents),
    listed("Code and data", sources),
    listed("Functions", functions),
    open.length === 0
      ? "No comment marks unfinished work."
      : `Unfinished work: \`${open[0]?.replace(/^\d+: /u, "") ?? ""}\``,
  ]
    .filter((line) => line !== "")
    .map((line) => `- ${line}`)
    .join("\n");
}

/** At most five names. */
function listed(title: string, found: readonly string[]): string {
  const rest = found.length > 5 ? ` and ${found.length - 5} more` : "";
  return found.length === 0 ? "" : `${title}: ${found.slice(0, 5).join(", ")}${rest}.`;
}

/** Nested goals over real files: an overview, details, an answer. */
export const analyzeFiles: Scenario = {
  name: "analyze-files",
  prompt: "Analyze the files of this project",
  matches: (text) => /analy[sz]e|overview|分析/i.test(text),
  steps: STEPS,
};
