import { call, calls, plan, says, type Answer, type Story } from "../story.ts";

const readSummary = call("read_file", { path: "reports/summary.json" });

/** The provider has problems: rate limits, a bad gateway, a broken stream; the run completes. */
export const badHour: Story = {
  title: "List the regions with the highest sums",
  by: "jonas",
  model: "atlas/mini",
  hoursAgo: 20,
  shared: true,
  turns: [
    {
      task: "Which three regions have the highest sums?",
      answers: [
        { kind: "refuses", status: 429, message: "Rate limit reached for requests", retryAfterSeconds: 4 },
        calls("", call("glob_files", { pattern: "regions/*.csv" })),
        { kind: "refuses", status: 502, message: "Bad gateway" },
        { kind: "breaks", text: "The highest sums are in the reg" },
        calls("", call("grep_content", { pattern: "^1,", path: "regions" })),
        says("Regions 24, 23 and 21: 264.50, 253.50 and 231.50 in their first orders."),
      ],
    },
  ],
  aftermath: { tags: ["provider"] },
};

/** A call repeated forever: noted, refused, stopped. */
export const goesRound: Story = {
  title: "Take the total from the summary file",
  by: "wei",
  model: "atlas/large",
  hoursAgo: 26,
  shared: true,
  turns: [
    {
      task: "Take the total from reports/summary.json.",
      answers: [
        calls(
          "I take the total from the summary.",
          plan({ op: "add", title: "Read the summary file" }, { op: "add", title: "Report the total" }),
        ),
        calls("", plan({ op: "focus", goal: "1" })),
        ...Array.from({ length: 8 }, (_, index): Answer =>
          calls(index === 0 ? "" : "The file must be there. Again.", readSummary),
        ),
      ],
    },
  ],
  aftermath: {
    tags: ["loop"],
    rating: { by: "wei", score: -1, reason: "It should have searched for another file." },
    comments: [
      {
        by: "owner",
        text: "The folder has no reports at all. The instructions should say where totals live.",
        sequence: 6,
      },
    ],
  },
};

/** More work than steps allow: the run ends with what is done and what is left. */
export const outOfSteps: Story = {
  title: "Check every region file by hand",
  by: "sofia",
  model: "atlas/mini",
  hoursAgo: 31,
  turns: [
    {
      task: "Read every region file one by one and check its sums.",
      maxSteps: 6,
      answers: [
        ...Array.from({ length: 6 }, (_, index) =>
          calls("", call("read_file", { path: `regions/region-0${index + 1}.csv` })),
        ),
        says("Six of 24 files are checked (regions 1 to 6), all in order. Left: regions 7 to 24."),
      ],
    },
  ],
};

/** The provider rejects the key: the run fails immediately and explains the fix. */
export const refusedKey: Story = {
  title: "Summarise yesterday's orders",
  by: "jonas",
  model: "atlas/large",
  hoursAgo: 50,
  turns: [
    {
      task: "Summarise yesterday's orders in three sentences.",
      answers: [{ kind: "refuses", status: 401, message: "Incorrect API key provided" }],
    },
  ],
  aftermath: { tags: ["provider"] },
};

/** Goes wrong in its second goal, in a sub-goal, and never recovers; the rest is abandoned. */
export const wrongFolder: Story = {
  title: "Move the reports to the archive",
  by: "owner",
  model: "atlas/large",
  hoursAgo: 55,
  shared: true,
  turns: [
    {
      task: "Write a report of the March orders and put it into the archive folder beside the project.",
      answers: [
        calls(
          "",
          plan(
            { op: "add", title: "Collect the March orders" },
            { op: "add", title: "Put the report into the archive" },
          ),
        ),
        calls(
          "",
          plan(
            { op: "under", goal: "2", titles: ["Write the report", "Link it in the README"] },
            { op: "focus", goal: "1" },
          ),
        ),
        calls("", call("read_file", { path: "data/orders.csv" })),
        calls(
          "",
          plan(
            { op: "done", goal: "1", summary: "Four orders, 494.50 euros." },
            { op: "focus", goal: "2.1" },
          ),
        ),
        calls(
          "",
          call("write_file", {
            path: "../archive/march.md",
            content: "# March\n\n494.50 euros in four orders.\n",
          }),
        ),
        calls(
          "The archive is outside of the project folder. Perhaps an absolute path works.",
          call("write_file", { path: "/srv/archive/march.md", content: "# March\n" }),
        ),
        calls(
          "",
          call("edit_file", {
            path: "data/archive.md",
            edits: [{ type: "replace", old_text: "March", new_text: "March 2026" }],
          }),
        ),
        calls(
          "",
          plan({
            op: "abandon",
            goal: "2.1",
            reason: "The archive lies outside of the project folder and can't be written",
            instead: "Write the report inside the project",
          }),
        ),
        calls(
          "",
          call("write_file", {
            path: "reports/march.md",
            content: "# March\n\n494.50 euros in four orders.\n",
          }),
        ),
        calls(
          "",
          plan(
            { op: "done", goal: "2.1", summary: "reports/march.md" },
            { op: "abandon", goal: "2.2", reason: "Nothing in the archive to link to" },
          ),
        ),
        { kind: "refuses", status: 403, message: "Your organisation has no access to this model any more" },
      ],
    },
  ],
  aftermath: {
    tags: ["archive"],
    comments: [
      {
        by: "jonas",
        text: "Where did it first go wrong? The very first write: it never looked at the folder's fence.",
      },
    ],
  },
};

/** Stopped by the person halfway. */
export const stopped: Story = {
  title: "Rename the customers",
  by: "wei",
  model: "atlas/mini",
  hoursAgo: 74,
  turns: [
    {
      task: "Rename the customers in the data to initials.",
      cancelsAt: 3,
      answers: [
        calls("", plan({ op: "add", title: "Look at the customers" }, { op: "add", title: "Rename them" })),
        calls("", plan({ op: "focus", goal: "1" })),
        calls("", call("read_file", { path: "data/orders.csv" })),
        calls("", call("read_file", { path: "AGENTS.md" })),
        { kind: "says", text: "AGENTS.md forbids changes under data/.", afterMs: 20_000 },
      ],
    },
  ],
};

/** The machine fails while a file is being written; another process resumes and checks the file first. */
export const powerCut: Story = {
  title: "Write the weekly report",
  by: "owner",
  model: "atlas/large",
  hoursAgo: 98,
  turns: [
    {
      task: "Write the weekly report into the README.",
      diesAt: "edit_file",
      answers: [
        calls("", plan({ op: "add", title: "Gather the numbers" }, { op: "add", title: "Write the report" })),
        calls("", plan({ op: "focus", goal: "1" })),
        calls(
          "",
          call("read_file", { path: "data/orders.csv" }),
          call("calculator", { expression: "120.50 + 48.00 + 310.25 + 15.75" }),
        ),
        calls("", plan({ op: "done", goal: "1", summary: "494.50 euros in four orders." })),
        calls("", call("read_file", { path: "README.md" })),
        calls(
          "",
          call("edit_file", {
            path: "README.md",
            edits: [
              { type: "insert_lines", after_line: 1, text: "\nThis week: 494.50 euros in four orders.\n" },
            ],
          }),
        ),
        calls("The edit was cut off. I look whether it is there.", call("read_file", { path: "README.md" })),
        calls(
          "It is there: nothing to repeat.",
          plan({ op: "done", goal: "2", summary: "Written into README.md, once." }),
        ),
        says(
          "The report is in `README.md`. The edit was interrupted by a restart; I checked that it is there once.",
        ),
      ],
    },
  ],
  aftermath: { tags: ["resumed"] },
};

/** Malformed calls as models really write them: fenced, without an id, of a nonexistent tool. */
export const sloppyCalls: Story = {
  title: "Count the TypeScript files",
  by: "jonas",
  model: "local/heron",
  hoursAgo: 120,
  turns: [
    {
      task: "How many TypeScript files are there, and how many lines do they have?",
      answers: [
        calls("", { name: "find_files", arguments: { pattern: "**/*.ts" } }),
        calls("", { name: "glob_files", raw: '```json\n{"pattern": "**/*.ts"}\n```', id: "" }),
        calls(
          "",
          { name: "read_file", raw: '{"path": "src/orders.ts"', id: "call_a" },
          { name: "read_file", raw: '{"path": "src/totals.ts"}', id: "call_a" },
        ),
        calls("", call("read_file", { path: "src/orders.ts" })),
        says("Two files with 19 lines."),
      ],
    },
  ],
};
