import { call, calls, plan, says, type Answer, type Story, type StoryCall } from "../story.ts";

const LOG = "logs/nightly.log";
/** Every slice is different, so that continued reading is not a loop. */
const SLICE_STEP = 13;

function slice(index: number, lines: number): StoryCall {
  return call("read_file", { path: LOG, offset: 1 + ((index * SLICE_STEP) % 390), limit: lines });
}

const QUARTERS = ["first", "second", "third", "fourth"] as const;
const SLICES = 10;
const FINDINGS = [
  "Steps 0 to 99 hold 2 of the errors, each differs by 0.10.",
  "Steps 100 to 199: the decision is to round per order, because per line differs by 0.07.",
  "Steps 200 to 299 are clean but for step 228.",
  "Steps 300 to 399: the last difference is at step 399.",
] as const;

/** Remarks that are in no plan and that a summary may lose. */
const ASIDES = [
  "I decided to leave src/orders.ts alone, because its rounding is right for all 182 orders of the sample.",
  "Decision: the retry at 02:17 is not the cause, because it wrote the same total of 3312.40 twice.",
  "Step 228 took 871 ms instead of 412 ms; the total is right there.",
  "Decided to report the steps by number, not by time.",
] as const;

/** Forty long reads in a window of 64k: results are cleared in a batch, then a person requests a summary, which the model writes. */
export const longAudit: Story = {
  title: "Audit every step of the nightly run",
  by: "owner",
  model: "atlas/mini",
  hoursAgo: 5,
  shared: true,
  turns: [
    {
      task: "Audit every step of the nightly run and say where its total differs. You must not change discount rules, and all amounts stay in euros with two decimals. The benchmark used carts of 40 lines.",
      maxSteps: 120,
      compactsAt: { step: 40, focus: "the steps at which the total differs" },
      summary: says(
        [
          "## 1. Primary request and intent\nAudit every step of the nightly run and find where its total differs.",
          "## 2. Key concepts\nNightly total, rounding per order, differences of 0.10.",
          "## 3. Files and code\n- logs/nightly.log: 400 steps, read in slices of 100 lines\n- src/totals.ts: nightlyTotal rounds to whole euros",
          "## 4. Errors and fixes\nEach ERROR line says that the total differs by 0.10; nothing was changed yet.",
          "## 5. Problem solving\nRounding per order was chosen over rounding per line.",
          "## 7. Pending tasks\nThe open quarters of the log, then the answer with all steps that differ.",
          "## 8. Current work\nReading logs/nightly.log slice by slice.",
          "## 9. Next step\nRead the next slice and close its quarter in the plan.",
        ].join("\n\n"),
      ),
      answers: [
        calls(
          "The log has 400 steps. I take it in four parts and look at the code first.",
          plan(...QUARTERS.map((quarter) => ({ op: "add", title: `Audit the ${quarter} hundred steps` }))),
        ),
        calls("", call("read_file", { path: "src/totals.ts" }), call("read_file", { path: LOG })),
        ...QUARTERS.flatMap((_, index) => quarterAnswers(index)),
        says(
          "The total differs by 0.10 at steps 0, 57, 114, 171, 228, 285, 342 and 399. All of them come from `src/totals.ts`, which rounds to whole euros; rounding per order to two decimals mends them. No discount rule was touched.",
        ),
      ],
    },
    {
      task: "Which of them were in the second hundred?",
      answers: [says("Steps 114 and 171.")],
    },
  ],
  aftermath: { tags: ["audit", "compacted"] },
};

function quarterAnswers(index: number): readonly Answer[] {
  const goal = String(index + 1);
  return [
    calls("", plan({ op: "focus", goal })),
    ...Array.from({ length: SLICES }, (_, position) =>
      calls(position === 4 ? (ASIDES[index] ?? "") : "", slice(index * SLICES + position, 100)),
    ),
    calls("", plan({ op: "done", goal, summary: FINDINGS[index] ?? "" })),
  ];
}

/** The same work in a window of 16k with a model that refuses to summarize: code writes the summary. */
export const smallWindow: Story = {
  title: "Find the errors with a small model",
  by: "wei",
  model: "local/heron",
  hoursAgo: 9,
  shared: true,
  turns: [
    {
      task: "List the steps of logs/nightly.log that ended with an error. Never guess: read each part. Report them as one line.",
      maxSteps: 60,
      answers: [
        calls(
          "",
          plan({ op: "add", title: "Read the log part by part" }, { op: "add", title: "Report the steps" }),
        ),
        calls("", plan({ op: "focus", goal: "1" })),
        ...Array.from({ length: 18 }, (_, index) =>
          calls(
            index === 6 ? "Decision: only lines with ERROR count, warnings don't." : "",
            slice(index * 2, 30),
          ),
        ),
        calls(
          "",
          plan(
            { op: "done", goal: "1", summary: "Read in 18 parts; 8 steps with an error." },
            { op: "focus", goal: "2" },
          ),
        ),
        says("Steps 0, 57, 114, 171, 228, 285, 342 and 399 ended with an error."),
      ],
    },
  ],
  aftermath: { tags: ["compacted"] },
};
