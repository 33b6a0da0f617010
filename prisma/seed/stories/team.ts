import { type Answer, call, calls, plan, says, type Story } from "../story.ts";

const HIGHEST = "Highest orders: name the three regions with the highest first orders.";
const GAPS = "Gaps: find regions without orders.";
const OLD_TOTALS = "Old totals: find the totals of 2019.";
const CHECK = "Check the two reports: compare them with the files, and add up what they name.";
const oldTotals = call("glob_files", { pattern: "totals/2019*" });

/** Three explorers side by side, one of which repeats itself until a person ends it, and an analyst who checks the reports. */
export const teamOfAgents: Story = {
  title: "Look at the regions from three sides",
  by: "owner",
  model: "atlas/large",
  hoursAgo: 3,
  shared: true,
  turns: [
    {
      task: "Look at the regions from three sides: the highest orders, gaps, and the totals of 2019. Have the result checked.",
      answers: [
        calls(
          "Three independent questions, and a check of their answers.",
          plan(
            { op: "add", title: "Look from three sides" },
            { op: "add", title: "Check the reports" },
            { op: "add", title: "Report" },
          ),
        ),
        calls("", plan({ op: "focus", goal: "1" })),
        calls(
          "Each explorer takes one side.",
          call("explore", { branches: [HIGHEST, GAPS, OLD_TOTALS], merge: "all" }),
        ),
        calls(
          "",
          plan(
            { op: "done", goal: "1", summary: "Two reports; the totals of 2019 were not found" },
            { op: "focus", goal: "2" },
          ),
        ),
        calls("An analyst checks both reports.", call("task", { agent: "analyst", prompt: CHECK })),
        calls(
          "",
          plan(
            { op: "done", goal: "2", summary: "The figures of the reports agree with the files" },
            { op: "focus", goal: "3" },
          ),
        ),
        calls("", plan({ op: "done", goal: "3", summary: "In the answer" })),
        says(
          "Regions 24, 23 and 21 have the highest first orders: 264.50, 253.50 and 231.50, together 749.50. Regions 7, 15 and 22 have no orders. There are no totals of 2019: the agent that looked for them repeated itself and was stopped.",
        ),
      ],
      agents: [
        {
          task: HIGHEST,
          answers: [
            calls("", call("glob_files", { pattern: "regions/*.csv" })),
            calls("", call("grep_content", { pattern: "^1,", path: "regions" })),
            says("Regions 24, 23 and 21: 264.50, 253.50 and 231.50 in their first orders."),
          ],
        },
        {
          task: GAPS,
          answers: [
            calls(
              "I list the regions and search them for orders.",
              call("list_directory", { path: "regions" }),
              call("grep_content", { pattern: "^\\d+,", path: "regions", glob: "*.csv" }),
            ),
            says("Regions 7, 15 and 22 have no file; all others have orders."),
          ],
        },
        {
          task: OLD_TOTALS,
          answers: [
            ...Array.from({ length: 5 }, (_, index): Answer =>
              calls(index === 0 ? "I look for the totals of 2019." : "They must be there. Again.", oldTotals),
            ),
            says("I found no totals of 2019."),
          ],
        },
        {
          task: CHECK,
          answers: [
            calls("", call("grep_content", { pattern: "^1,", path: "regions" })),
            calls("", call("calculator", { expression: "264.5 + 253.5 + 231.5" })),
            says("Both reports agree with the files. The three first orders come to 749.50."),
          ],
        },
      ],
    },
  ],
  aftermath: { tags: ["agents"] },
};
