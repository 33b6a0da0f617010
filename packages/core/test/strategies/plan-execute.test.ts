import { describe, expect, it } from "vitest";
import { foldGoals } from "../../src/goals/fold-goals.ts";
import type { Goal } from "../../src/goals/goal.ts";
import { childGoals } from "../../src/goals/goal-tree.ts";
import { createPlanExecute } from "../../src/strategies/plan-execute.ts";
import type { WireAnswer } from "../http/model-server.ts";
import { type Outcome, runScenario, type Scenario } from "../http/run-scenario.ts";
import { answerPlan, isAsked, PLAN, readRequest, REVISION, stepOf } from "./plan-model.ts";

const runPlan = async (
  answer: (body: string) => WireAnswer,
  scenario: Partial<Scenario> = {},
): Promise<Outcome> =>
  await runScenario({ strategy: "plan-execute", script: ({ body }) => answer(body), ...scenario });

function goalsOf({ entries }: Outcome): readonly Goal[] {
  const tree = foldGoals("Do it", entries);
  return childGoals(tree, tree.rootId);
}

describe("a plan whose second step fails", () => {
  it("is reflected on, revised and answered with the failed step named", async () => {
    const outcome = await runPlan(answerPlan);
    const { trace, events, requests } = outcome;
    expect(trace).toMatchObject({
      status: "completed",
      summary: "The total is 7. The archive could not be read.",
    });
    expect(goalsOf(outcome).map(({ title, status }) => `${title}: ${status}`)).toEqual([
      "Open the ledger: completed",
      "Read the archive: failed",
      "Add up: abandoned",
      "Read the copy: completed",
      "Add up the copy: completed",
    ]);
    expect(goalsOf(outcome)[2]?.abandonReason).toBe("Revised after step 2: the archive cannot be read.");
    expect(events("plan.made")).toHaveLength(1);
    expect(events("plan.revised").map(({ data }) => [data.revision, data.reason, data.steps.length])).toEqual(
      [[1, "The archive is out of reach; the copy is not.", 4]],
    );
    expect(events("lesson.learned").map(({ data }) => [data.by, data.text])).toEqual([
      ["model", "The disk is full: read another place."],
      ["model", "The disk is full: read another place."],
    ]);
    const last = requests.at(-1)?.body ?? "";
    expect(last).toContain("[STEP 2 FAILED] the archive cannot be read.");
    expect(last).toContain("[STEP 1 DONE] Open the ledger: Step 1 is done.");
    expect(last).not.toContain('"tools":');
    expect(requests.some(({ body }) => body.includes("<lessons>"))).toBe(true);
  });

  it("records each helper call with its cost and phase", async () => {
    const { events, trace } = await runPlan(answerPlan, { price: { input: 1, output: 1, cachedInput: 1 } });
    const purposes = events("call.finished").map(({ data }) => data.purpose);
    expect(purposes.filter((purpose) => purpose !== "step")).toEqual([
      ...["plan", "lesson", "lesson", "replan", "final"],
    ]);
    const costs = events("call.finished").map(({ data }) => data.cost ?? 0);
    expect(costs.every((cost) => cost > 0)).toBe(true);
    expect(trace.totals.cost).toBeCloseTo(
      costs.reduce((sum, cost) => sum + cost, 0),
      9,
    );
  });

  it("shows the plan, the step and its criteria to each of its calls", async () => {
    const withCriteria: WireAnswer = {
      text: (PLAN.text ?? "").replace(
        '"It holds the rest."',
        '"It holds the rest.","acceptance":["two sums"]',
      ),
    };
    const { requests } = await runPlan((body) =>
      isAsked(readRequest(body), "Plan the person's task") ? withCriteria : answerPlan(body),
    );
    const second = requests.map(({ body }) => readRequest(body)).find((request) => stepOf(request) === 2);
    expect(second?.tail).toContain("<plan>");
    expect(second?.tail).toContain("Open the ledger");
    expect(second?.tail).toContain("It is reached when: two sums");
  });
});

describe("revisions", () => {
  /** Every step fails at once; each revision plans another one. */
  const alwaysFailing = (body: string): WireAnswer => {
    const request = readRequest(body);
    if (isAsked(request, "Plan the person's task")) return PLAN;
    if (isAsked(request, "Revise the rest")) return REVISION;
    if (request.tail.includes("The plan has ended")) return { text: "Nothing worked." };
    return { text: `FAILED: reason ${stepOf(request)}` };
  };

  it("end at the maximum; the remaining steps then run and their failures are named", async () => {
    const { events, requests, trace } = await runPlan(alwaysFailing);
    expect(events("plan.revised").map(({ data }) => data.revision)).toEqual([1, 2]);
    const last = requests.at(-1)?.body ?? "";
    for (const step of [1, 2, 3, 4]) expect(last).toContain(`[STEP ${step} FAILED] reason ${step}`);
    expect(trace.status).toBe("completed");
  });

  it("take as many as a program sets", async () => {
    const strategy = { ...createPlanExecute({ maxReplans: 0 }), name: "rigid" };
    const { events, requests } = await runPlan(alwaysFailing, {
      strategy: "rigid",
      ports: { strategies: [strategy] },
    });
    expect(events("plan.revised")).toEqual([]);
    expect(requests.filter(({ body }) => stepOf(readRequest(body)) > 0)).toHaveLength(3);
  });

  it("without steps mean an answer with what there is", async () => {
    const { requests, trace, events } = await runPlan((body) =>
      isAsked(readRequest(body), "Revise the rest")
        ? { text: '{"reason":"The ledger is enough.","steps":[]}' }
        : answerPlan(body),
    );
    expect(events("plan.revised")[0]?.data).toMatchObject({ reason: "The ledger is enough." });
    expect(requests.filter(({ body }) => stepOf(readRequest(body)) === 3)).toEqual([]);
    expect(trace.status).toBe("completed");
  });

  it.each([
    ["three lessons on one step", "fail", "three lessons on this step did not help"],
    ["two calls of a tool that does not exist", "unzip", "it needs tools that do not exist"],
  ])("follow %s", async (_, name, reason) => {
    let call = 0;
    const { events, trace } = await runPlan((body) => {
      const request = readRequest(body);
      const isRevised = body.includes("Read the copy");
      call += 1;
      return stepOf(request) === 2 && !isRevised
        ? { calls: [{ id: `x${call}`, name, arguments: `{"path":"${call}"}` }] }
        : answerPlan(body);
    });
    const failed = events("goals.changed")
      .flatMap(({ data }) => data.operations)
      .flatMap((operation) =>
        operation.op === "status" && operation.status === "failed" ? [operation.reason] : [],
      );
    expect(failed).toEqual([expect.stringContaining(reason)]);
    expect(events("plan.revised")).toHaveLength(1);
    expect(trace.status).toBe("completed");
  });

  it("follow the last stage of a doom loop instead of the end of the run", async () => {
    let call = 0;
    const { events, trace } = await runPlan((body) => {
      const request = readRequest(body);
      call += 1;
      return stepOf(request) === 2 && !body.includes("Read the copy")
        ? { calls: [{ id: `x${call}`, name: "say", arguments: '{"path":"same"}' }] }
        : answerPlan(body);
    });
    expect(events("loop.detected").map(({ data }) => data.action)).toEqual(["noted", "denied", "stopped"]);
    expect(events("plan.revised")).toHaveLength(1);
    expect(trace).toMatchObject({ status: "completed", failure: null });
  });
});

describe("an answer of the planner that cannot be used", () => {
  const planned = (first: string, second: string): Promise<Outcome> => {
    let asked = 0;
    return runPlan((body) => {
      if (!isAsked(readRequest(body), "Plan the person's task")) return answerPlan(body);
      asked += 1;
      return { text: asked === 1 ? first : second };
    });
  };

  it("is asked for once more, with the problem", async () => {
    const { events, requests } = await planned('{"steps":[{"titel":"x"}]}', PLAN.text ?? "");
    expect(events("call.rejected").map(({ data }) => [data.purpose, data.willRetry])).toEqual([
      ["plan", true],
    ]);
    expect(requests[1]?.body).toContain("Your previous answer could not be used");
    expect(events("plan.made")[0]?.data.steps).toHaveLength(3);
  });

  it("leaves the run without a plan after the second", async () => {
    const { events, trace, requests } = await planned("I would rather not.", "No.");
    expect(events("call.rejected").map(({ data }) => data.willRetry)).toEqual([true, false]);
    expect(events("plan.made")[0]?.data.steps).toEqual([]);
    expect(trace.status).toBe("completed");
    expect(requests).toHaveLength(3);
  });

  it("may be a numbered list", async () => {
    const { events } = await planned("Here is the plan:\n1. Look: it is near\n2. Read\n3. **Add up**", "");
    expect(events("call.rejected")).toEqual([]);
    expect(events("plan.made")[0]?.data.steps.map(({ title, reason }) => [title, reason])).toEqual([
      ["Look", "it is near"],
      ["Read", null],
      ["Add up", null],
    ]);
  });
});

it("ends at the limit of its run like any other strategy", async () => {
  const { trace } = await runPlan(
    (body) =>
      stepOf(readRequest(body)) === 1 && body.includes('"tool_choice"') === false && body.includes('"tools":')
        ? { calls: [{ name: "poll", arguments: `{"path":"${body.length}"}` }] }
        : answerPlan(body),
    { limits: { maxSteps: 4 } },
  );
  expect(trace).toMatchObject({ status: "failed", failure: { code: "LIMIT_REACHED" } });
});
