import { EXPLORE_TOOL, GOAL_TOOL, TASK_TOOL } from "../../log/tool-names.ts";
import {
  DOCUMENTS_TASK,
  OLD_REPORTS_TASK,
  SOURCES_TASK,
  UNCHANGED,
  WEIGH_TASK,
  WRITE_TASK,
} from "./team-members.ts";
import { inOrder, type Scenario, type ScriptedAnswer } from "./scenario.ts";

const STEPS = inOrder(
  () => ({
    text: "This has independent parts, so I let other agents work on it and check what they bring back.",
    calls: [
      goals([
        { op: "add", title: "Look at several places at once" },
        { op: "add", title: "Weigh what was found" },
        { op: "add", title: "Write it down" },
      ]),
    ],
  }),
  () => ({ calls: [goals([{ op: "focus", goal: "1" }])] }),
  () => ({
    text: "Three explorers look at different places side by side. They can only read.",
    calls: [
      {
        name: EXPLORE_TOOL,
        arguments: { branches: [DOCUMENTS_TASK, SOURCES_TASK, OLD_REPORTS_TASK], merge: "best" },
      },
    ],
  }),
  () => ({
    text: "The report on the sources is the best: it says which files there are and what they define. The one on the documents completes it; the third explorer found nothing.",
    calls: [
      goals([
        {
          op: "done",
          goal: "1",
          summary: "Documents and sources were found. The third explorer repeated itself and found no report",
        },
        { op: "focus", goal: "2" },
      ]),
    ],
  }),
  ({ results }) => ({
    text: "An analyst checks the figures of the two reports.",
    calls: [
      {
        name: TASK_TOOL,
        arguments: { agent: "analyst", prompt: `${WEIGH_TASK}\n\n${results.at(-2)?.slice(0, 2_000) ?? ""}` },
      },
    ],
  }),
  () => ({
    calls: [
      goals([
        { op: "done", goal: "2", summary: "The analyst added up the figures of both reports" },
        { op: "focus", goal: "3" },
      ]),
    ],
  }),
  () => ({
    text: "Another agent writes the result to a file. Its call needs your approval, unless a rule allows it.",
    calls: [{ name: TASK_TOOL, arguments: { agent: "general", prompt: WRITE_TASK } }],
  }),
  ({ lastResult }) => ({
    calls: [
      goals([
        lastResult.includes("not written")
          ? { op: "abandon", goal: "3", reason: "Nobody approved the file" }
          : {
              op: "done",
              goal: "3",
              summary: lastResult.includes(UNCHANGED)
                ? "The file already had this content"
                : "Written to a file, with approval",
            },
      ]),
    ],
  }),
  ({ results }) => ({
    text: `${
      results.some((result) => result.includes("not written"))
        ? "The agents found documents and sources, and the file was **not** written."
        : results.some((result) => result.includes(UNCHANGED))
          ? "The agents found documents and sources, and the file of an earlier run already says so."
          : "The agents found documents and sources, and one of them wrote this down."
    } Open the trace: each agent has a log of its own below this run, with its calls and its price.\n\nScripted demo, not an AI model.`,
  }),
);

/** Three explorers, one of which repeats itself until a person decides, an analyst, and an approval that another agent asks for. */
export const teamOfAgents: Scenario = {
  name: "team-of-agents",
  prompt: "Let a team of agents look at this folder",
  matches: (text) => /team of agents|several agents|sub-agents|智能体/i.test(text),
  steps: STEPS,
};

function goals(
  operations: readonly Readonly<Record<string, unknown>>[],
): NonNullable<ScriptedAnswer["calls"]>[number] {
  return { name: GOAL_TOOL, arguments: { operations } };
}
