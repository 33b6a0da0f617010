import { call, calls, plan, says, type Story } from "../story.ts";

/** Nested goals, a cause found and a fix written: the run to show first. */
export const nightlyTotals: Story = {
  title: "Why are the nightly totals off by cents?",
  by: "owner",
  model: "atlas/large",
  hoursAgo: 3,
  shared: true,
  turns: [
    {
      task: "The nightly totals are off by a few cents since March. Find out why, fix it, and write down what you found.",
      answers: [
        {
          kind: "says",
          reasoning: "A rounding fault is likely. I look at the log first, then at the code that adds up.",
          text: "I split this into finding the cause, fixing it and writing it down.",
          calls: [
            plan(
              { op: "add", title: "Find the cause", acceptance: ["The line that is wrong is named"] },
              { op: "add", title: "Fix it" },
              { op: "add", title: "Write down what was found" },
            ),
          ],
        },
        calls(
          "",
          plan({ op: "under", goal: "1", titles: ["Read the nightly log", "Read the code that adds up"] }),
        ),
        calls(
          "",
          plan({ op: "focus", goal: "1.1" }),
          call("grep_content", { pattern: "ERROR", path: "logs", glob: "*.log" }),
        ),
        calls(
          "Eight differences of 0.10, always in the same step.",
          plan({
            op: "done",
            goal: "1.1",
            summary:
              "Eight nights differ, each by 0.10; the step that adds up is the only one that reports it.",
          }),
        ),
        calls(
          "",
          call("glob_files", { pattern: "src/**/*.ts" }),
          call("grep_content", { pattern: "round", path: "src", ignore_case: true }),
          call("read_file", { path: "data/orders.csv" }),
        ),
        calls("", call("read_file", { path: "src/totals.ts" }), call("read_file", { path: "src/orders.ts" })),
        {
          kind: "says",
          reasoning:
            "Math.round on each order rounds to whole euros before the sum. Cents get lost order by order.",
          text: "`nightlyTotal` rounds each order to whole euros before it adds.",
          calls: [
            plan(
              { op: "done", goal: "1.2", summary: "src/totals.ts rounds every order before summing." },
              { op: "focus", goal: "2" },
            ),
            call("calculator", { expression: "120.50 * 0.9 + 48.00 + 310.25 * 0.9 + 15.75" }),
          ],
        },
        calls(
          "",
          call("edit_file", {
            path: "src/totals.ts",
            edits: [
              {
                type: "replace",
                old_text: "sum + Math.round(discounted(order)), 0)",
                new_text: "sum + Math.round(discounted(order) * 100), 0) / 100",
              },
            ],
          }),
        ),
        calls(
          "",
          call("read_file", { path: "src/totals.ts" }),
          call("calculator", { expression: "(10845 + 4800 + 27923 + 1575) / 100" }),
        ),
        calls(
          "The sum now agrees to the cent.",
          plan(
            { op: "done", goal: "2", summary: "Rounds to cents, once per order." },
            { op: "focus", goal: "3" },
          ),
        ),
        calls(
          "",
          call("write_file", {
            path: "docs/nightly-totals.md",
            content:
              "# Nightly totals\n\nUntil now each order was rounded to whole euros before the sum.\nIt is rounded to cents now (`src/totals.ts`).\n",
          }),
        ),
        calls("", plan({ op: "done", goal: "3", summary: "docs/nightly-totals.md" })),
        says(
          "The totals were off because `src/totals.ts` rounded **each order to whole euros** before adding. It rounds to cents now, and `docs/nightly-totals.md` says why.",
        ),
      ],
    },
    {
      task: "Is the discount limit configurable?",
      answers: [
        calls("", call("grep_content", { pattern: "100", path: "src" })),
        says(
          "No: `discounted` in `src/orders.ts` compares with a literal 100. Its comment says that it should come from configuration.",
        ),
      ],
    },
  ],
  aftermath: {
    tags: ["totals", "fixed"],
    rating: { by: "jonas", score: 1, reason: "Found the line I had looked at for two days." },
    comments: [{ by: "jonas", text: "Let us keep this one as the example for new people." }],
  },
};
