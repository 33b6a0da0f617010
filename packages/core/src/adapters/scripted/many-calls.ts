import { GOAL_TOOL } from "../../log/tool-names.ts";
import { inOrder, type Scenario, type ScriptedAnswer } from "./scenario.ts";

const BATCHES = 12;

const STEPS = inOrder(
  () => ({
    text: `I work through a checklist of ${BATCHES} points.`,
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: Array.from({ length: BATCHES }, (_, index) => ({
            op: "add",
            title: `Check point ${index + 1}`,
          })),
        },
      },
    ],
  }),
  ...Array.from({ length: BATCHES }, (_, index) => batch(index + 1)).flat(),
  () => ({ text: `All ${BATCHES} points are done.\n\nScripted demo, not an AI model.` }),
);

/** A long run: twelve goals of three calls each. */
export const manyCalls: Scenario = {
  name: "many-calls",
  prompt: "Work through a long checklist",
  matches: (text) => /long|checklist|many|清单/i.test(text),
  steps: STEPS,
};

function batch(point: number): (() => ScriptedAnswer)[] {
  return [
    () => ({
      text: `Point ${point}.`,
      calls: [
        { name: "calculator", arguments: { expression: `${point} * ${point + 7} / 3` } },
        {
          name: "current_time",
          arguments: { time_zone: ["UTC", "Europe/Berlin", "Asia/Shanghai", "America/New_York"][point % 4] },
        },
        { name: "glob_files", arguments: { pattern: `**/*${point % 10}*` } },
      ],
    }),
    () => ({
      calls: [
        {
          name: GOAL_TOOL,
          arguments: {
            operations: [
              { op: "done", goal: String(point), summary: `Point ${point} checked with three calls.` },
            ],
          },
        },
      ],
    }),
  ];
}
