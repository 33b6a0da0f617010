import { describe, expect, it } from "vitest";
import { childGoals } from "../../src/goals/goal-tree.ts";
import { foldGoals } from "../../src/goals/fold-goals.ts";
import type { WireAnswer } from "../http/model-server.ts";
import { type Outcome, runScenario } from "../http/run-scenario.ts";
import { answerChecked, answerPlan, isAsked, readRequest } from "./plan-model.ts";

const runChecked = async (answer: (body: string) => WireAnswer): Promise<Outcome> =>
  await runScenario({ strategy: "plan-execute", script: ({ body }) => answer(body) });

const firstGoal = ({ entries }: Outcome) => {
  const tree = foldGoals("Do it", entries);
  return childGoals(tree, tree.rootId)[0];
};

describe("a step with criteria that the model reports as done", () => {
  it("is checked, receives what is missing, and is verified with its evidence", async () => {
    const outcome = await runChecked((body) => answerChecked(body, 1));
    const checks = outcome.events("claim.checked").map(({ data }) => data);
    expect(checks.map(({ verdict, round }) => [verdict, round])).toEqual([
      ["not_done", 1],
      ["verified", 2],
    ]);
    const goal = firstGoal(outcome);
    expect(goal).toMatchObject({ status: "completed", verified: true });
    const result = outcome.entries.find((entry) => entry.kind === "message" && entry.role === "tool");
    expect(goal?.evidence).toEqual([result?.sequence]);
    const told = outcome.requests.filter(({ body }) =>
      readRequest(body).tail.includes("Missing: the sum of May"),
    );
    expect(told).toHaveLength(1);
    expect(outcome.trace.status).toBe("completed");
  });

  it("is closed as unverified after three checks, in log, context and answer", async () => {
    const outcome = await runChecked((body) => answerChecked(body, 9));
    expect(outcome.events("claim.checked").map(({ data }) => data.verdict)).toEqual([
      ...["not_done", "not_done", "not_done"],
    ]);
    expect(firstGoal(outcome)).toMatchObject({ status: "completed", verified: false });
    expect(outcome.requests.some(({ body }) => body.includes("[done, unverified] Open the ledger"))).toBe(
      true,
    );
    expect(outcome.requests.at(-1)?.body).toContain(
      "[STEP 1 DONE] Open the ledger: Step 1 is done. (unverified)",
    );
  });

  it("counts as not done when the verdict cannot be read", async () => {
    const { events } = await runChecked((body) =>
      isAsked(readRequest(body), "Check whether this step")
        ? { text: "Sure, done!" }
        : answerChecked(body, 0),
    );
    expect(events("claim.checked").map(({ data }) => data.verdict)).toEqual([
      "not_done",
      "not_done",
      "not_done",
    ]);
  });
});

it("leaves steps without criteria unchecked", async () => {
  const { events } = await runChecked(answerPlan);
  expect(events("claim.checked")).toEqual([]);
});
