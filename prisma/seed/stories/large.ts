import { call, calls, plan, says, type Answer, type Story } from "../story.ts";

const REGIONS = 24;
const STAGES = ["Import", "Check", "Convert", "Compare", "Publish"];
const POINTS = 8;

/** Twenty-four concurrent reads, three of which fail: a stack. */
export const allRegions: Story = {
  title: "Add up all regions",
  by: "owner",
  model: "atlas/large",
  hoursAgo: 7,
  shared: true,
  turns: [
    {
      task: "Add up the first orders of all 24 regions.",
      answers: [
        calls("", plan({ op: "add", title: "Read all regions" }, { op: "add", title: "Add up" })),
        calls("", plan({ op: "focus", goal: "1" })),
        calls(
          "All at once.",
          ...Array.from({ length: REGIONS }, (_, index) =>
            call("read_file", { path: `regions/region-${String(index + 1).padStart(2, "0")}.csv` }),
          ),
        ),
        calls(
          "Three regions have no file.",
          plan(
            { op: "done", goal: "1", summary: "21 of 24 regions read; 7, 15 and 22 have no file." },
            { op: "focus", goal: "2" },
          ),
        ),
        calls(
          "",
          call("calculator", {
            expression: Array.from({ length: REGIONS }, (_, index) => `${(index + 1) * 11}.5`).join(" + "),
          }),
        ),
        calls("", plan({ op: "done", goal: "2", summary: "3,312.00 with estimates for the missing three." })),
        says(
          "The first orders add up to **3,312.00**. Regions 7, 15 and 22 have no file; their values are estimates from the row before.",
        ),
      ],
    },
  ],
  aftermath: {
    tags: ["regions"],
    comments: [{ by: "sofia", text: "Estimates belong into the table, marked as such." }],
  },
};

/** Forty goals below five stages: a run to zoom out of. */
export const migration: Story = {
  title: "Move the order history to the new format",
  by: "jonas",
  model: "atlas/mini",
  hoursAgo: 46,
  shared: true,
  turns: [
    {
      task: "Move the order history to the new format, stage by stage, and check each point.",
      maxSteps: 200,
      answers: [
        calls("", plan(...STAGES.map((title) => ({ op: "add", title: `${title} the history` })))),
        ...STAGES.flatMap((stage, index) => stageAnswers(stage, index + 1)),
        says("All five stages are done: 40 points checked, two of them after a second look."),
      ],
    },
  ],
  aftermath: { tags: ["migration"] },
};

function stageAnswers(stage: string, number: number): readonly Answer[] {
  const points = Array.from({ length: POINTS }, (_, index) => `${stage} point ${index + 1}`);
  return [
    calls("", plan({ op: "under", goal: String(number), titles: points })),
    ...points.flatMap((_, index) => pointAnswers(number, index + 1)),
  ];
}

function pointAnswers(stage: number, point: number): readonly Answer[] {
  const region = String(((stage * POINTS + point) % REGIONS) + 1).padStart(2, "0");
  const work = calls(
    "",
    call("read_file", { path: `regions/region-${region}.csv` }),
    call("calculator", { expression: `${stage * 100 + point} * ${point + 3}` }),
    call("grep_content", { pattern: `step ${stage * 10 + point}\\b`, path: "logs" }),
  );
  const close = calls(
    "",
    plan({ op: "done", goal: `${stage}.${point}`, summary: `Point ${point} of stage ${stage} agrees.` }),
  );
  const again = calls(
    "Not yet: the old format has another date.",
    call("grep_content", { pattern: "2026-03", path: "logs", glob: "*.log" }),
  );
  return point === 5 && stage % 2 === 0 ? [work, again, close] : [work, close];
}
