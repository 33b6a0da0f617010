import { GOAL_TOOL, SEARCH_HISTORY_TOOL } from "../../log/tool-names.ts";
import { inOrder, type Scenario, type ScenarioStep } from "./scenario.ts";

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];
const REGIONS = ["north", "center", "south"];
/** As many as the calculator takes in one expression. */
const INVOICES = 95;
/** Too short for the index of a summary, and nothing but the index repeats numbers: a summary that does not mention it drops it. */
const DISCOUNT = "3.5%";

/** The amounts, in cents, that a region invoiced in a month, both counted from 0. */
function invoices(month: number, region: number): readonly number[] {
  return Array.from(
    { length: INVOICES },
    (_, index) => 1_000 + ((index * 7_919 + month * 104_729 + region * 1_299_709) % 98_000),
  );
}

const euros = (cents: number): string => (cents / 100).toFixed(2);

function monthTotal(month: number): number {
  return REGIONS.flatMap((_, region) => invoices(month, region)).reduce((sum, cents) => sum + cents, 0);
}

const STEPS = inOrder(
  () => ({
    text: `Before the sums, one thing for later: the supplier grants ${DISCOUNT} on the whole year. I decided not to round: sums keep their cents. I add up month by month.`,
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [
            ...MONTHS.map((month) => ({ op: "add", title: `Add up the invoices of ${month}` })),
            { op: "add", title: "Deduct what the supplier grants" },
          ],
        },
      },
    ],
  }),
  ...MONTHS.map((month, index) => addUp(month, index)),
  () => ({
    text: "All months are added up. How much did the supplier grant? My context no longer shows it, so I search the whole conversation.",
    calls: [
      closeGoal(MONTHS.length - 1),
      { name: SEARCH_HISTORY_TOOL, arguments: { text: "supplier grants on the whole year" } },
    ],
  }),
  ({ lastResult }) => ({
    text: `Found it: ${DISCOUNT}.`,
    calls: [
      {
        name: "calculator",
        arguments: {
          expression: `(${MONTHS.map((_, month) => euros(monthTotal(month))).join(" + ")}) * (100 - ${lastResult.includes(DISCOUNT) ? Number.parseFloat(DISCOUNT) : 0}) / 100`,
        },
      },
    ],
  }),
  () => ({
    calls: [
      {
        name: GOAL_TOOL,
        arguments: {
          operations: [{ op: "done", goal: String(MONTHS.length + 1), summary: "Deducted from the total" }],
        },
      },
    ],
  }),
  ({ results }) => ({
    text: `The year comes to **${results.at(-2)?.trim() ?? "nothing"}** after the discount.\n\nThis demo's window is small, so older messages were replaced by a summary: the line between the steps above. Open the trace, select that line and look at its ledger. It says what the summary kept and what it dropped: ${DISCOUNT} is gone. Pin it again there, and then ask: "Which discount applies?"\n\nScripted demo, not an AI model.`,
  }),
);

/** A run whose history outgrows the window: it is summarized, a number is forgotten, and found again in the log. */
export const smallWindow: Scenario = {
  name: "small-window",
  prompt: "Add up a year of invoices in a small context window",
  matches: (text) => /invoices|small context|发票|小窗口/i.test(text),
  steps: STEPS,
  summary:
    "## 1. Primary request and intent\nAdd up a year of invoices, month by month and region by region.\n## 2. Key concepts\nInvoices, months, three regions.\n## 4. Errors and fixes\nNone.\n## 7. Pending tasks\nThe months that are still open in the plan, then what the supplier grants.\n## 8. Current work\nEach month is three calls of the calculator, one for each region.\n## 9. Next step\nThe next open month.",
};

/** The question that shows whether a person has pinned the forgotten number. */
export const askedAgain: Scenario = {
  name: "asked-again",
  prompt: "Which discount applies?",
  matches: (text) => /discount|折扣/i.test(text),
  steps: inOrder(
    ({ pinned }) =>
      pinned.includes(DISCOUNT)
        ? {
            text: `${DISCOUNT}. You pinned it, so every request holds it now, through later summaries too.\n\nScripted demo, not an AI model.`,
          }
        : {
            text: "Nothing is pinned in my context, so I search the conversation. To save me the search, pin the line in the ledger.",
            calls: [
              {
                name: SEARCH_HISTORY_TOOL,
                arguments: { text: "supplier grants on the whole year" },
              },
            ],
          },
    ({ lastResult }) => ({
      text: `${lastResult.includes(DISCOUNT) ? `${DISCOUNT}, found by a search` : "I found nothing about a discount"}.\n\nScripted demo, not an AI model.`,
    }),
  ),
};

function addUp(month: string, index: number): ScenarioStep {
  return () => ({
    text: `${month}, by region.`,
    calls: [
      ...(index === 0 ? [] : [closeGoal(index - 1)]),
      ...REGIONS.map((_, region) => ({
        name: "calculator",
        arguments: { expression: invoices(index, region).map(euros).join("+") },
      })),
    ],
  });
}

function closeGoal(index: number): {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
} {
  const summary = `${MONTHS[index]} comes to ${euros(monthTotal(index))}`;
  return {
    name: GOAL_TOOL,
    arguments: { operations: [{ op: "done", goal: String(index + 1), summary }] },
  };
}
