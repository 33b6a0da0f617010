import { findPath, inOrder, type Scenario, type ScriptedAnswer } from "./scenario.ts";

/** The tasks that the tour gives to other agents. Each begins the script of that agent. */
export const DOCUMENTS_TASK = "Documents: find out which documents this folder has, and read one of them.";
export const SOURCES_TASK = "Sources: find out which source files this folder has, and what they define.";
export const OLD_REPORTS_TASK = "Old reports: find the report of 1999.";
export const WEIGH_TASK = "Weigh these reports: add up the files that they name.";
export const WRITE_TASK = "Write down: put what the agents found into what-the-agents-found.md.";

/** As many as the runtime allows before it asks people what the agent should do instead. */
const REPETITIONS = 5;
/** Part of the report on a file that did not have to be written. */
export const UNCHANGED = "already had this content";
const FILE = "what-the-agents-found.md";

const readDocuments = member("documents", DOCUMENTS_TASK, [
  () => ({
    text: "I list the documents first.",
    calls: [{ name: "glob_files", arguments: { pattern: "**/*.md" } }],
  }),
  ({ lastResult }) => ({
    calls: [{ name: "read_file", arguments: { path: findPath(lastResult, /\.md$/, "README.md") } }],
  }),
  ({ results }) => ({
    text: `Documents: ${countFiles(results[0])} files. I read the first of them; it says what the folder is for.`,
  }),
]);

const readSources = member("sources", SOURCES_TASK, [
  () => ({ calls: [{ name: "glob_files", arguments: { pattern: "**/*.{ts,js,py,csv,json}" } }] }),
  () => ({
    calls: [
      { name: "grep_content", arguments: { pattern: "function|def |export ", path: "." } },
      { name: "list_directory", arguments: { path: "." } },
    ],
  }),
  ({ results }) => ({
    text: `Sources: ${countFiles(results[0])} files. Most of the definitions are in one of them.`,
  }),
]);

const findOldReport = member("old-reports", OLD_REPORTS_TASK, [
  ...Array.from({ length: REPETITIONS }, (_, index) => () => ({
    text: index === 0 ? "I look for the report." : "It must be there. I look again.",
    calls: [{ name: "glob_files", arguments: { pattern: "**/1999*" } }],
  })),
  () => ({ text: "I found no report of 1999 in this folder." }),
]);

const weighReports = member("weigh-reports", WEIGH_TASK, [
  ({ task }) => {
    const counts = [...task.matchAll(/: (\d+) files/gu)].map((match) => match[1] ?? "0");
    return {
      text: "I add up the files that the reports name.",
      calls: [
        { name: "calculator", arguments: { expression: counts.length === 0 ? "0" : counts.join(" + ") } },
      ],
    };
  },
  ({ lastResult }) => ({
    text: `The two reports name ${lastResult.match(/\d+$/)?.[0] ?? "no"} files together. They do not contradict each other.`,
  }),
]);

const writeDown = member("write-down", WRITE_TASK, [
  () => ({
    text: "I write the file. This needs approval.",
    calls: [
      {
        name: "write_file",
        arguments: {
          path: FILE,
          content: "# What the agents found\n\nDocuments and source files. No report of 1999.\n",
        },
      },
    ],
  }),
  ({ lastResult }) => ({ text: whatWasWritten(lastResult) }),
]);

/** The scripts of the agents that `teamOfAgents` starts; no person starts them. */
export const teamMembers: readonly Scenario[] = [
  ...[readDocuments, readSources, findOldReport, weighReports, writeDown],
];

function member(
  name: string,
  task: string,
  steps: readonly ((view: Parameters<Scenario["steps"][number]>[0]) => ScriptedAnswer)[],
): Scenario {
  return { name, prompt: task, matches: (text) => text.startsWith(task), steps: inOrder(...steps) };
}

/** A second run of the demo finds the file of the first one, and writes nothing. */
function whatWasWritten(result: string): string {
  if (/nothing was written/iu.test(result)) return `${FILE} ${UNCHANGED}: nothing changed.`;
  return result.includes(FILE) && !/denied|not run|cannot/iu.test(result)
    ? `Written to ${FILE}.`
    : `${FILE} was not written: ${result.split("\n", 1)[0] ?? ""}`;
}

/** Counts the lines of a listing that are paths. */
function countFiles(listing = ""): number {
  return listing.split("\n").filter((line) => /^\S+\.\w+/u.test(line.trim())).length;
}
